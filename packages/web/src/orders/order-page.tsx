import type { Order } from '@bodega/api'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ToList } from '../admin/to-list.tsx'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Columns, Page, Panel } from '../ui/page.tsx'
import { RecordPage } from '../ui/record.tsx'
import { Loaded, Note } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { Buyer, Notes, Totals } from './order-aside.tsx'
import { OriginBars } from './origin-bars.tsx'
import { canBePaid, Payments, PayOrder } from './payments.tsx'
import { unitsIn } from './quantity.ts'
import { ShipmentCard } from './shipment-card.tsx'
import { OrderBadge, PaymentBadge, ShippingBadge } from './statuses.tsx'

export function OrderPage() {
  const { orderId } = useParams({ from: '/admin/$storeId/orders/$orderId' })
  const { t } = useTranslation()
  const { client, key } = useStore()
  const id = Number(orderId)
  const order = useQuery({
    queryKey: key('orders', id),
    queryFn: () => client.orders.get({ params: { id }, query: { aggregates: 'fulfillment_orders' } }),
  })
  return (
    <RecordPage query={order} list={t('nav.orders')} back={<ToList list="/admin/$storeId/orders" />}>
      {found => <Found key={found.id} order={found} />}
    </RecordPage>
  )
}

function Found({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { client, refresh, time } = useStore()
  const { tell, tellError } = useToasts()
  const [asking, setAsking] = useState<'pay' | 'cancel'>()
  const write = async (action: 'close' | 'open') => {
    try {
      await client.orders[action]({ params: { id: order.id }, body: {} })
    } finally {
      // What is refused may no longer be what is shown.
      await refresh('orders')
    }
  }
  const change = useMutation({
    mutationFn: write,
    onSuccess: (_, action) =>
      tell(t(action === 'close' ? 'orders.closed' : 'orders.opened'), () =>
        write(action === 'close' ? 'open' : 'close'),
      ),
    onError: tellError,
  })
  const isCancelled = order.status === 'cancelled'
  return (
    <Page
      title={t('orders.title', { number: order.number })}
      beside={
        <>
          <OrderBadge order={order} />
          <PaymentBadge order={order} />
          {!isCancelled && <ShippingBadge order={order} />}
        </>
      }
      lead={time(order.created_at)}
      back={<ToList list="/admin/$storeId/orders" />}
      actions={
        !isCancelled && (
          <>
            {canBePaid(order) && <Button onClick={() => setAsking('pay')}>{t('orders.pay')}</Button>}
            <Button isBusy={change.isPending} onClick={() => change.mutate(order.status === 'open' ? 'close' : 'open')}>
              {t(order.status === 'open' ? 'orders.close' : 'orders.reopen')}
            </Button>
            <Button look="danger" onClick={() => setAsking('cancel')}>
              {t('orders.cancel')}
            </Button>
          </>
        )
      }
    >
      <Columns
        main={
          <>
            {isCancelled && order.cancelled_at && (
              <Note tone="warning">
                <p>
                  {t('orders.cancelledAt', { time: time(order.cancelled_at) })}
                  {order.cancel_reason && ` ${t(`orders.reasons.${order.cancel_reason}`)}.`}
                </p>
              </Note>
            )}
            {order.fulfillment_orders?.map(shipment => (
              <ShipmentCard key={shipment.id} order={order} shipment={shipment} />
            ))}
            <div className="on-screen">
              <Why order={order} />
            </div>
          </>
        }
        aside={
          <>
            <Totals order={order} />
            <Payments order={order} />
            <Buyer order={order} />
            <Notes order={order} />
          </>
        }
      />
      {asking === 'pay' && <PayOrder order={order} onClose={() => setAsking(undefined)} />}
      {asking === 'cancel' && <CancelOrder order={order} onClose={() => setAsking(undefined)} />}
    </Page>
  )
}

function Why({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { client, key } = useStore()
  const allocation = useQuery({
    queryKey: key('orders', order.id, 'allocation'),
    queryFn: () => client.orders.allocation({ params: { id: order.id } }),
  })
  return (
    <Panel title={t('orders.why')}>
      <Loaded query={allocation}>
        {found => (
          <OriginBars
            allocation={found}
            wanted={unitsIn(order.products)}
            chosen={found.shipments.map(({ location_id }) => location_id)}
          />
        )}
      </Loaded>
    </Panel>
  )
}
