import type { Order, Product } from '@bodega/api'
import { CheckCircleIcon } from '@nimbus-ds/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocationName } from '../locations/queries.ts'
import { ShippingBadge } from '../orders/statuses.tsx'
import { told } from '../orders/told.ts'
import { lowStock } from '../products/search.ts'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { beginOf } from './days.ts'
import { FirstSteps } from './first-steps.tsx'
import styles from './home-page.module.css'
import { placesOf } from './places.ts'
import { SalesChart } from './sales-chart.tsx'
import { pageSize, readSold, type Sold } from './sold.ts'

const dayCount = 14

/** What wants to be done today, and how it goes. */
export function HomePage() {
  const { t } = useTranslation()
  const { id, info, say, may } = useStore()
  const isEmpty = useIsEmpty()
  const params = { storeId: String(id) }
  return (
    <Page
      title={say(info.name)}
      lead={t('home.lead')}
      actions={
        may('write_orders') &&
        !isEmpty && (
          <ButtonLink to="/admin/$storeId/orders/new" params={params} look="main">
            {t('orders.new')}
          </ButtonLink>
        )
      }
    >
      {isEmpty ? <FirstSteps /> : <Today />}
    </Page>
  )
}

function Today() {
  const { t } = useTranslation()
  const { id, count } = useStore()
  const waiting = useWaiting()
  const low = useLowStock()
  const sold = useSold()
  const params = { storeId: String(id) }
  return (
    <div className={styles.grid}>
      <div className={styles.wide}>
        <Panel title={t('home.sales')}>
          <Loaded query={sold}>{({ days }) => <SalesChart days={days} />}</Loaded>
        </Panel>
      </div>
      <Panel
        title={t('home.toShip')}
        actions={
          <Link to="/admin/$storeId/orders" params={params} search={{ shipping: 'unpacked', status: 'open' }}>
            {t('home.all')}
          </Link>
        }
      >
        <Loaded query={waiting}>
          {({ orders, total }) =>
            total === 0 ? (
              <Empty icon={<CheckCircleIcon aria-hidden size={20} />} title={t('home.nothingToShip')} />
            ) : (
              <>
                <p className={styles.big}>{count(total)}</p>
                <Waiting orders={orders} />
              </>
            )
          }
        </Loaded>
      </Panel>
      <Panel title={t('home.perLocation')} lead={t('home.lastDays', { count: sold.data?.days.length ?? dayCount })}>
        <Loaded query={sold}>{({ orders }) => <PerLocation orders={orders} />}</Loaded>
      </Panel>
      <Panel
        title={t('home.runningOut')}
        actions={
          <Link to="/admin/$storeId/products" params={params} search={{ stock: 'low' }}>
            {t('home.all')}
          </Link>
        }
      >
        <Loaded query={low}>
          {products =>
            products.length === 0 ? (
              <Empty icon={<CheckCircleIcon aria-hidden size={20} />} title={t('home.nothingRunsOut')} />
            ) : (
              <RunningOut products={products} />
            )
          }
        </Loaded>
      </Panel>
    </div>
  )
}

/** Whether there is nothing yet that could be sold. */
function useIsEmpty(): boolean {
  const { client, key } = useStore()
  const { data } = useQuery({
    queryKey: key('products', 'count'),
    queryFn: async () => (await client.products.list({ query: { page: 1, per_page: 1 } })).total,
  })
  return data === 0
}

function useWaiting() {
  const { client, key } = useStore()
  return useQuery({
    queryKey: key('orders', 'waiting'),
    queryFn: async () => {
      const orders = await client.orders.list({
        query: { page: 1, per_page: 5, status: ['open'], shipping_status: ['unpacked'] },
      })
      return { orders, total: orders.total }
    },
  })
}

function useLowStock() {
  const { client, key } = useStore()
  return useQuery({
    queryKey: key('products', 'low'),
    queryFn: async (): Promise<Product[]> =>
      client.products.list({ query: { page: 1, per_page: 6, max_stock: lowStock } }),
  })
}

const fields = 'id,created_at,total,status,fulfillments'

function useSold() {
  const { client, key } = useStore()
  return useQuery({
    queryKey: key('orders', 'sold'),
    queryFn: () => {
      const now = new Date()
      const query = { per_page: pageSize, created_at_min: beginOf(now, dayCount).toISOString(), fields }
      return readSold(page => client.orders.list({ query: { page, ...query } }), now, dayCount)
    },
    staleTime: 60_000,
  })
}

function Waiting({ orders }: { orders: readonly Order[] }) {
  const { id, ago } = useStore()
  return (
    <ul className={styles.list}>
      {orders.map(order => (
        <li key={order.id}>
          <div>
            <Link to="/admin/$storeId/orders/$orderId" params={{ storeId: String(id), orderId: String(order.id) }}>
              #{order.number} {told(order.contact_name)}
            </Link>
            <small>{ago(order.created_at)}</small>
          </div>
          <ShippingBadge order={order} />
        </li>
      ))}
    </ul>
  )
}

function RunningOut({ products }: { products: readonly Product[] }) {
  const { id, say } = useStore()
  return (
    <ul className={styles.list}>
      {products.map(({ id: productId, name, variants }) => {
        const left = variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0)
        return (
          <li key={productId}>
            <div>
              <Link
                to="/admin/$storeId/products/$productId"
                params={{ storeId: String(id), productId: String(productId) }}
              >
                {say(name)}
              </Link>
            </div>
            <Badge tone={left === 0 ? 'danger' : 'warning'}>{left}</Badge>
          </li>
        )
      })}
    </ul>
  )
}

function PerLocation({ orders }: { orders: readonly Sold[] }) {
  const { t } = useTranslation()
  const { count } = useStore()
  const nameOf = useLocationName()
  const rows = placesOf(orders)
  const most = Math.max(...rows.map(({ shipments }) => shipments), 1)
  if (rows.length === 0) return <p className={styles.quiet}>{t('home.noShipments')}</p>
  return (
    <ul className={styles.bars}>
      {rows.map(({ id, name, shipments }) => (
        <li key={id}>
          <span>{nameOf(id, name)}</span>
          <b>{count(shipments)}</b>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="4" rx="2" />
            <rect className={styles.bar} width={(100 * shipments) / most} height="4" rx="2" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
