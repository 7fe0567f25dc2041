import { type Order, orderStatuses } from '@bodega/api'
import { BoxPackedIcon, PlusIcon } from '@nimbus-ds/icons'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocationName } from '../locations/queries.ts'
import { useSearchAddress } from '../search-address.ts'
import { useStore } from '../store.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useListed } from '../ui/listed.ts'
import { Page, Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Filter, Filters, Pager, perPage, Search, Table } from '../ui/table.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './orders-page.module.css'
import { unitsIn } from './quantity.ts'
import { orderSearch, shippingFilters } from './search.ts'
import { OrderBadge, PaymentBadge, ShippingBadge } from './statuses.tsx'
import { told } from './told.ts'
import { unpacked } from './unpacked.ts'

/** Those that are looked for most; an address may have any. */
const paymentFilters = ['pending', 'paid', 'refunded', 'voided'] as const

const address = '/admin/$storeId/orders'

export function OrdersPage() {
  const { t } = useTranslation()
  const { id, client, key } = useStore()
  const search = useSearch({ from: address })
  const { page = 1, q, status, payment, shipping } = search
  const orders = useListed(key('orders', 'list', search), () =>
    client.orders.list({
      query: {
        page,
        per_page: perPage,
        aggregates: 'fulfillment_orders',
        ...(q ? { q } : {}),
        ...(status ? { status: [status] } : {}),
        ...(payment ? { payment_status: [payment] } : {}),
        ...(shipping ? { shipping_status: [shipping] } : {}),
      },
    }),
  )
  const { look, find, turn } = useSearchAddress({ address, read: orderSearch, page, error: orders.error })
  const isFiltered = Boolean(q || status || payment || shipping)
  return (
    <Page
      title={t('nav.orders')}
      actions={
        <ButtonLink to="/admin/$storeId/orders/new" params={{ storeId: String(id) }} look="main">
          <PlusIcon aria-hidden size={14} />
          {t('orders.new')}
        </ButtonLink>
      }
    >
      <Panel isFlush>
        <Filters>
          <Search label={t('orders.search')} value={q ?? ''} onSearch={find} />
          <Filter
            label={t('orders.statusLabel')}
            value={status ?? ''}
            options={orderStatuses.map(value => ({ value, text: t(`orders.status.${value}`) }))}
            onChoose={value => look({ status: value })}
          />
          <Filter
            label={t('orders.paymentLabel')}
            value={payment ?? ''}
            options={paymentFilters.map(value => ({ value, text: t(`orders.payment.${value}`) }))}
            onChoose={value => look({ payment: value })}
          />
          <Filter
            label={t('orders.shippingLabel')}
            value={shipping ?? ''}
            options={shippingFilters.map(value => ({ value, text: t(`orders.shipping.${value}`) }))}
            onChoose={value => look({ shipping: value })}
          />
        </Filters>
        <Loaded query={orders}>
          {({ list, total }) =>
            total === 0 ? (
              <Empty
                icon={<BoxPackedIcon aria-hidden size={20} />}
                title={t(isFiltered ? 'orders.noneFound' : 'orders.none')}
                text={isFiltered ? t('orders.noneFoundText') : t('orders.noneText')}
              />
            ) : (
              <>
                <OrderTable orders={list} />
                <Pager page={page} total={total} onPage={turn} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

function OrderTable({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation()
  const { id, price, ago } = useStore()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (order: number) =>
    setChosen(before => {
      const after = new Set(before)
      if (!after.delete(order)) after.add(order)
      return after
    })
  const marked = orders.filter(order => chosen.has(order.id))
  return (
    <>
      {marked.length > 0 && (
        <BulkPack orders={marked} onDone={() => setChosen(new Set())}>
          {marked.length < orders.length && (
            <Button onClick={() => setChosen(new Set(orders.map(order => order.id)))}>{t('orders.chooseAll')}</Button>
          )}
        </BulkPack>
      )}
      <Table
        label={t('nav.orders')}
        rows={orders}
        keyOf={order => order.id}
        columns={[
          {
            name: t('orders.choose'),
            isPlain: true,
            cell: order => (
              <input
                type="checkbox"
                className={`${styles.check} on-screen`}
                aria-label={`${t('orders.choose')}: #${order.number}`}
                checked={chosen.has(order.id)}
                onChange={() => toggle(order.id)}
              />
            ),
          },
          {
            name: t('orders.order'),
            kind: 'title',
            cell: order => (
              <>
                <Link to="/admin/$storeId/orders/$orderId" params={{ storeId: String(id), orderId: String(order.id) }}>
                  #{order.number} {told(order.contact_name)}
                </Link>{' '}
                {order.status !== 'open' && <OrderBadge order={order} />}
                <small>
                  {ago(order.created_at)} · {t('orders.units', { count: unitsIn(order.products) })}
                </small>
              </>
            ),
          },
          { name: t('orders.paymentLabel'), cell: order => <PaymentBadge order={order} /> },
          {
            name: t('orders.shippingLabel'),
            cell: order => order.status !== 'cancelled' && <ShippingBadge order={order} />,
          },
          { name: t('orders.shipments'), cell: order => <Origins order={order} /> },
          { name: t('orders.total'), kind: 'number', cell: order => price(order.total, order.currency) },
        ]}
      />
    </>
  )
}

function Origins({ order }: { order: Order }) {
  const nameOf = useLocationName()
  const names = (order.fulfillment_orders ?? []).map(({ assigned_location: { location_id, name } }) =>
    nameOf(location_id, name),
  )
  return <span className={styles.origins}>{names.join(' + ')}</span>
}

interface BulkProps {
  orders: readonly Order[]
  onDone: () => void
  children: ReactNode
}

function BulkPack({ orders, onDone, children }: BulkProps) {
  const { t } = useTranslation()
  const { client, refresh } = useStore()
  const { tell, tellError } = useToasts()
  const waiting = orders.flatMap(order => unpacked(order).map(shipment => ({ order_id: order.id, id: shipment.id })))
  const write = async (shipments: typeof waiting, status: 'PACKED' | 'UNPACKED') => {
    try {
      for (const params of shipments) await client.fulfillmentOrders.update({ params, body: { status } })
    } finally {
      // Those before a refused one are changed.
      await refresh('orders')
    }
  }
  const pack = useMutation({
    mutationFn: (shipments: typeof waiting) => write(shipments, 'PACKED'),
    onSuccess: (_, shipments) => {
      tell(t('orders.packed', { count: shipments.length }), () => write(shipments, 'UNPACKED'))
      onDone()
    },
    onError: tellError,
  })
  return (
    <div className={styles.bulk} role="status">
      <span>{t('orders.chosen', { count: orders.length })}</span>
      {children}
      <Button onClick={onDone}>{t('cancel')}</Button>
      <Button look="main" isBusy={pack.isPending} disabled={waiting.length === 0} onClick={() => pack.mutate(waiting)}>
        {t('orders.pack', { count: waiting.length })}
      </Button>
    </div>
  )
}
