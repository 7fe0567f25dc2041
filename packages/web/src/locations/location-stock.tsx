import type { Location, Product } from '@bodega/api'
import { TagIcon } from '@nimbus-ds/icons'
import { useTranslation } from 'react-i18next'
import { stockAt } from '../inventory/level.ts'
import { StockCell } from '../inventory/stock-cell.tsx'
import { variantName } from '../products/names.ts'
import { useStore } from '../store.tsx'
import { useListed } from '../ui/listed.ts'
import { Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Filters, Pager, Search, Table, usePagedSearch } from '../ui/table.tsx'

/** Products to a page: each has a row for every variant. */
const size = 20

/** What a location holds, product by product, to be counted and corrected. */
export function LocationStock({ location }: { location: Location }) {
  const { t } = useTranslation()
  const { client, key } = useStore()
  const { page, setPage, q, search } = usePagedSearch()
  const products = useListed(key('products', 'stock', page, q), () =>
    client.products.list({ query: { page, per_page: size, ...(q ? { q } : {}) } }),
  )
  return (
    <Panel title={t('stock.title')} lead={t('stock.lead')} isFlush>
      <Filters>
        <Search label={t('products.search')} value={q} onSearch={search} />
      </Filters>
      <Loaded query={products}>
        {({ list, total }) =>
          total === 0 ? (
            <Empty icon={<TagIcon aria-hidden size={20} />} title={t(q ? 'products.noneFound' : 'products.none')} />
          ) : (
            <>
              <Levels location={location} products={list} />
              <Pager page={page} total={total} size={size} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Levels({ location, products }: { location: Location; products: readonly Product[] }) {
  const { t } = useTranslation()
  const { say } = useStore()
  const rows = products.flatMap(product => product.variants.map(variant => ({ product, variant })))
  return (
    <Table
      label={t('stock.title')}
      rows={rows}
      keyOf={({ variant }) => variant.id}
      columns={[
        {
          name: t('products.product'),
          kind: 'title',
          cell: ({ product, variant }) => (
            <>
              {say(product.name)}
              <small>{variantName(variant, say)}</small>
            </>
          ),
        },
        { name: 'SKU', cell: ({ variant }) => variant.sku },
        {
          name: t('stock.stock'),
          kind: 'number',
          cell: ({ product, variant }) => (
            <StockCell
              productId={product.id}
              variantId={variant.id}
              locationId={location.id}
              stock={stockAt(variant, location.id)}
              label={`${t('stock.stock')}: ${say(product.name)} ${variantName(variant, say)}`}
            />
          ),
        },
      ]}
    />
  )
}
