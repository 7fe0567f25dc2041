import type { Product } from '@bodega/api'
import { PlusIcon, TagIcon } from '@nimbus-ds/icons'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCategoryPaths } from '../categories/queries.ts'
import { pictureOf } from '../format.ts'
import { useSearchAddress } from '../search-address.ts'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useListed } from '../ui/listed.ts'
import { Page, Panel } from '../ui/page.tsx'
import { Picture } from '../ui/picture.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Filter, Filters, Pager, perPage, Search, Table } from '../ui/table.tsx'
import styles from './products-page.module.css'
import { lowStock, productSearch } from './search.ts'
import { useVisibilities, VisibilityBadge } from './visibility.tsx'

const address = '/admin/$storeId/products'

export function ProductsPage() {
  const { t } = useTranslation()
  const { id, client, key } = useStore()
  const search = useSearch({ from: address })
  const { page = 1, q, visibility, stock, category } = search
  const categories = useCategoryPaths()
  const visibilities = useVisibilities()
  const products = useListed(key('products', 'list', search), () =>
    client.products.list({
      query: {
        page,
        per_page: perPage,
        ...(q ? { q } : {}),
        ...(visibility ? { visibility: [visibility] } : {}),
        ...(stock ? { max_stock: stock === 'none' ? 0 : lowStock } : {}),
        ...(category ? { category_id: category } : {}),
      },
    }),
  )
  const { look, find, turn } = useSearchAddress({ address, read: productSearch, page, error: products.error })
  const isFiltered = Boolean(q || visibility || stock || category)
  return (
    <Page
      title={t('nav.products')}
      actions={
        <ButtonLink to="/admin/$storeId/products/new" params={{ storeId: String(id) }} look="main">
          <PlusIcon aria-hidden size={14} />
          {t('products.new')}
        </ButtonLink>
      }
    >
      <Panel isFlush>
        <Filters>
          <Search label={t('products.search')} value={q ?? ''} onSearch={find} />
          <Filter
            label={t('products.visibility')}
            value={visibility ?? ''}
            options={visibilities}
            onChoose={value => look({ visibility: value })}
          />
          <Filter
            label={t('stock.stock')}
            value={stock ?? ''}
            options={[
              { value: 'low', text: t('products.low') },
              { value: 'none', text: t('products.out') },
            ]}
            onChoose={value => look({ stock: value })}
          />
          <Filter
            label={t('products.category')}
            value={category ? String(category) : ''}
            options={categories.map(one => ({ value: String(one.id), text: one.path }))}
            onChoose={value => look({ category: value })}
          />
        </Filters>
        <Loaded query={products}>
          {({ list, total }) =>
            total === 0 ? (
              <Empty
                icon={<TagIcon aria-hidden size={20} />}
                title={t(isFiltered ? 'products.noneFound' : 'products.none')}
                {...(isFiltered ? {} : { text: t('products.noneText') })}
              />
            ) : (
              <>
                <ProductTable products={list} />
                <Pager page={page} total={total} onPage={turn} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

/** All that is there; `null` where something is without limit. */
const stockOf = ({ variants }: Product): number | null =>
  variants.some(({ stock }) => stock === null) ? null : variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0)

function ProductTable({ products }: { products: readonly Product[] }) {
  const { t } = useTranslation()
  const { id, say, price, count } = useStore()
  return (
    <Table
      label={t('nav.products')}
      rows={products}
      keyOf={product => product.id}
      columns={[
        {
          name: t('products.product'),
          kind: 'title',
          cell: product => (
            <div className={styles.product}>
              <Picture src={product.images[0] ? pictureOf(product.images[0].src) : undefined} />
              <div>
                <Link
                  to="/admin/$storeId/products/$productId"
                  params={{ storeId: String(id), productId: String(product.id) }}
                >
                  {say(product.name)}
                </Link>
                <small>{product.categories.map(category => say(category.name)).join(', ')}</small>
              </div>
            </div>
          ),
        },
        {
          name: t('products.visibility'),
          cell: product => <VisibilityBadge product={product} />,
        },
        {
          name: t('products.variants'),
          kind: 'number',
          cell: ({ variants }) => count(variants.length),
        },
        {
          name: t('stock.stock'),
          kind: 'number',
          cell: product => <Stock units={stockOf(product)} />,
        },
        {
          name: t('products.price'),
          kind: 'number',
          cell: ({ variants: [first] }) => price(first?.promotional_price ?? first?.price),
        },
      ]}
    />
  )
}

function Stock({ units }: { units: number | null }) {
  const { count } = useStore()
  if (units === null) return '∞'
  return units <= lowStock ? <Badge tone={units === 0 ? 'danger' : 'warning'}>{units}</Badge> : count(units)
}
