import type { Product, Variant } from '@bodega/api'
import { HistoryIcon, PlusIcon, TrashIcon } from '@nimbus-ds/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountOf, priceOf } from '../amount.ts'
import { gone } from '../errors.ts'
import { stockAt } from '../inventory/level.ts'
import { StockCell } from '../inventory/stock-cell.tsx'
import { useLocations } from '../locations/queries.ts'
import { useStore } from '../store.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Panel } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { EditCell } from './edit-cell.tsx'
import { variantName } from './names.ts'
import { NewVariant } from './new-variant.tsx'
import { StockHistory } from './stock-history.tsx'

type Field = 'sku' | 'price' | 'promotional_price' | 'weight'

const readers = { sku: undefined, price: priceOf, promotional_price: priceOf, weight: amountOf }

/** What can be done with one of them beside typing over it. */
type Open = { what: 'new' } | { what: 'history' | 'delete'; variant: Variant }

/** `Blue / M`, or what the product is called where there is but one. */
const useNameIn = ({ name }: Product) => {
  const { say } = useStore()
  return (variant: Variant): string => variantName(variant, say) || say(name)
}

/** What can be bought, each with its price and its stock at every location, all to be typed over. */
export function Variants({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { client, refresh } = useStore()
  const { tell } = useToasts()
  const nameOf = useNameIn(product)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const remove = async ({ id }: Variant) => {
    await gone(client.variants.delete({ params: { product_id: product.id, id } }))
    await refresh('products')
    tell(t('deleted'))
  }
  return (
    <Panel
      title={t('products.variantsTitle')}
      lead={t('products.variantsLead')}
      actions={
        <Button onClick={() => setOpen({ what: 'new' })}>
          <PlusIcon aria-hidden size={14} />
          {t('products.newVariant')}
        </Button>
      }
      isFlush
    >
      <VariantTable product={product} onOpen={setOpen} />
      {open?.what === 'new' && <NewVariant product={product} onClose={close} />}
      {open?.what === 'history' && <StockHistory variant={open.variant} name={nameOf(open.variant)} onClose={close} />}
      {open?.what === 'delete' && (
        <Confirm
          title={t('products.deleteTitle', { name: nameOf(open.variant) })}
          text={t('products.deleteVariantText')}
          action={t('delete')}
          onClose={close}
          onConfirm={() => remove(open.variant)}
        />
      )}
    </Panel>
  )
}

function VariantTable({ product, onOpen }: { product: Product; onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const { client, refresh, say, typed } = useStore()
  const nameOf = useNameIn(product)
  const locations = useLocations()
  const paramsOf = ({ id }: Variant) => ({ product_id: product.id, id })
  const write = async (variant: Variant, field: Field, value: string) => {
    await client.variants.update({
      params: paramsOf(variant),
      body: { [field]: value.trim() || null },
    })
    await refresh('products')
  }
  const written = (variant: Variant, field: Field) => (field === 'sku' ? (variant.sku ?? '') : typed(variant[field]))
  const column = (field: Field, name: string) => ({
    name,
    kind: 'number' as const,
    cell: (variant: Variant) => (
      <EditCell
        label={`${name}: ${nameOf(variant)}`}
        value={written(variant, field)}
        readNumber={readers[field]}
        readNow={async () => written(await client.variants.get({ params: paramsOf(variant) }), field)}
        save={value => write(variant, field, value)}
      />
    ),
  })
  return (
    <>
      {/* Without them it would look as if it were kept nowhere. */}
      {!locations.data && locations.isError && <Failed error={locations.error} retry={() => locations.refetch()} />}
      <Table
        isDense
        label={t('products.variantsTitle')}
        rows={product.variants}
        keyOf={variant => variant.id}
        columns={[
          { name: t('products.variant'), kind: 'title', cell: nameOf },
          column('sku', 'SKU'),
          column('price', t('products.price')),
          column('promotional_price', t('products.offer')),
          column('weight', t('products.weight')),
          ...(locations.data ?? []).map(location => ({
            key: location.id,
            name: say(location.name),
            kind: 'number' as const,
            cell: (variant: Variant) => (
              <StockCell
                productId={product.id}
                variantId={variant.id}
                locationId={location.id}
                stock={stockAt(variant, location.id)}
                label={`${say(location.name)}: ${nameOf(variant)}`}
              />
            ),
          })),
          {
            name: t('products.actions'),
            isPlain: true,
            cell: variant => (
              <span className="beside">
                <IconButton
                  label={`${t('products.history')}: ${nameOf(variant)}`}
                  onClick={() => onOpen({ what: 'history', variant })}
                >
                  <HistoryIcon aria-hidden />
                </IconButton>
                {product.variants.length > 1 && (
                  <IconButton
                    label={`${t('delete')}: ${nameOf(variant)}`}
                    onClick={() => onOpen({ what: 'delete', variant })}
                  >
                    <TrashIcon aria-hidden />
                  </IconButton>
                )}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}
