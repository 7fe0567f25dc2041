import type { Product } from '@bodega/api'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ToList } from '../admin/to-list.tsx'
import { useDeleted } from '../deleted.ts'
import { useFinished } from '../finished.ts'
import { saveOver } from '../meanwhile.ts'
import { useStore } from '../store.tsx'
import { DeleteButton } from '../ui/dialog.tsx'
import { Columns, Page } from '../ui/page.tsx'
import { RecordPage } from '../ui/record.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { ProductForm } from './product-form.tsx'
import { ProductImages } from './product-images.tsx'
import { Variants } from './variants.tsx'
import { VisibilityBadge } from './visibility.tsx'

export function ProductPage() {
  const { productId } = useParams({ from: '/admin/$storeId/products/$productId' })
  const { t } = useTranslation()
  const { client, key } = useStore()
  const id = Number(productId)
  const product = useQuery({
    queryKey: key('products', id),
    queryFn: () => client.products.get({ params: { id } }),
  })
  return (
    <RecordPage query={product} list={t('nav.products')} back={<ToList list="/admin/$storeId/products" />}>
      {found => <Found key={found.id} product={found} />}
    </RecordPage>
  )
}

function Found({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { client, refresh, say } = useStore()
  const { tell } = useToasts()
  const deleted = useDeleted('/admin/$storeId/products')
  return (
    <Page
      title={say(product.name)}
      beside={<VisibilityBadge product={product} />}
      back={<ToList list="/admin/$storeId/products" />}
      actions={
        <DeleteButton
          title={t('products.deleteTitle', { name: say(product.name) })}
          text={t('products.deleteText')}
          onDelete={() => deleted('products', product.id, client.products.delete({ params: { id: product.id } }))}
        />
      }
    >
      <div className="stacked">
        <Columns
          main={
            <ProductForm
              product={product}
              submit={async changesTo => {
                const params = { id: product.id }
                await saveOver(
                  () => client.products.get({ params }),
                  (now, headers) => client.products.update({ params, headers, body: changesTo(now) }),
                )
                await refresh('products')
                tell(t('saved'))
              }}
            />
          }
          aside={<ProductImages product={product} />}
        />
        <Variants product={product} />
      </div>
    </Page>
  )
}

export function NewProductPage() {
  const { t } = useTranslation()
  const { id, client } = useStore()
  const finished = useFinished()
  return (
    <Page title={t('products.new')} lead={t('products.newLead')} back={<ToList list="/admin/$storeId/products" />}>
      <ProductForm
        submit={async changesTo => {
          const { name = {}, ...body } = changesTo()
          const made = await client.products.create({ body: { ...body, name, stock: 0 } })
          await finished('products', t('saved'), {
            to: '/admin/$storeId/products/$productId',
            params: { storeId: String(id), productId: String(made.id) },
          })
        }}
      />
    </Page>
  )
}
