import { type FulfillmentOrder, type Order, type TrackingEvent, trackingStatuses } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSame } from '../changes.ts'
import { ChangedMeanwhile, saveOver } from '../meanwhile.ts'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { FieldRow, SelectField, TextField } from '../ui/field.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './order-page.module.css'
import { isWeb, line } from './told.ts'

interface Props {
  order: Order
  shipment: FulfillmentOrder
}

const hasLeft = ({ status }: FulfillmentOrder): boolean => status === 'DISPATCHED' || status === 'READY_FOR_PICKUP'

/** The code of the carrier, and where the parcel has been seen. */
export function Tracking({ order, shipment }: Props) {
  const { t } = useTranslation()
  const { tracking_info, tracking_events, status, shipping } = shipment
  const [open, setOpen] = useState<'code' | 'event'>()
  const isSent = hasLeft(shipment)
  const canSend = shipping?.type !== 'non-shippable' && order.status !== 'cancelled' && status !== 'DELIVERED'
  const isHidden = !tracking_info.code && tracking_events.length === 0 && !canSend
  if (isHidden) return null
  const isKnown = tracking_info.code || tracking_info.url
  return (
    <>
      <div className={`${styles.row} ${isKnown ? '' : 'on-screen'}`}>
        <p>
          <span>{t('orders.trackingCode')}</span>
          {tracking_info.url && isWeb(tracking_info.url) ? (
            <a href={tracking_info.url} rel="noopener noreferrer" target="_blank">
              {tracking_info.code || tracking_info.url}
            </a>
          ) : (
            line([tracking_info.code, tracking_info.url]) || t('orders.noCode')
          )}
        </p>
        {canSend && (
          <Button
            {...(isSent || shipping?.type === 'pickup' ? {} : { look: 'main' as const })}
            onClick={() => setOpen('code')}
          >
            {t(isSent ? 'orders.changeCode' : 'orders.send')}
          </Button>
        )}
        {isSent && order.status !== 'cancelled' && (
          <Button onClick={() => setOpen('event')}>{t('orders.addEvent')}</Button>
        )}
      </div>
      {tracking_events.length > 0 && <Timeline events={tracking_events} />}
      {open === 'code' && <SendDialog order={order} shipment={shipment} onClose={() => setOpen(undefined)} />}
      {open === 'event' && <EventDialog order={order} shipment={shipment} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Timeline({ events }: { events: readonly TrackingEvent[] }) {
  const { t } = useTranslation()
  const { time } = useStore()
  const latestFirst = events.toSorted((a, b) => b.happened_at.localeCompare(a.happened_at))
  const nameOf = (status: string) => {
    const known = trackingStatuses.find(name => name === status)
    return known ? t(`orders.events.${known}`) : status.replace(/^custom_/, '').replaceAll('_', ' ')
  }
  return (
    <ol className={styles.timeline} aria-label={t('orders.timeline')}>
      {latestFirst.map(event => (
        <li key={event.id}>
          <b>{nameOf(event.status)}</b> {event.description}
          <small>{[time(event.happened_at), event.address].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ol>
  )
}

interface DialogProps extends Props {
  onClose: () => void
}

function useSaved(onClose: () => void, text: string) {
  const { refresh } = useStore()
  const { tell } = useToasts()
  return async () => {
    await refresh('orders')
    tell(text)
    onClose()
  }
}

const trackOf = ({ tracking_info: { code, url } }: FulfillmentOrder) => ({ code, url })

function SendDialog({ order, shipment, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { client } = useStore()
  const [seen, setSeen] = useState(() => trackOf(shipment))
  const [code, setCode] = useState(shipment.tracking_info.code ?? '')
  const [url, setUrl] = useState(shipment.tracking_info.url ?? '')
  const isSent = hasLeft(shipment)
  const params = { order_id: order.id, id: shipment.id }
  const tracking_info = { code: code || null, url: url || null }
  const save = useMutation({
    mutationFn: () =>
      saveOver(
        () => client.fulfillmentOrders.get({ params }),
        async (now, headers) => {
          const theirs = trackOf(now)
          if (!isSame(theirs, seen) && !isSame(theirs, tracking_info)) {
            setSeen(theirs)
            throw new ChangedMeanwhile(theirs)
          }
          const body = { tracking_info }
          return isSent
            ? client.fulfillmentOrders.update({ params, headers, body })
            : client.fulfillmentOrders.fulfill({ params, body })
        },
      ),
    onSuccess: useSaved(onClose, t(isSent ? 'saved' : 'orders.sent')),
  })
  return (
    <FormDialog
      title={t(isSent ? 'orders.changeCode' : 'orders.sendTitle')}
      action={t(isSent ? 'save' : 'orders.send')}
      save={save}
      onClose={onClose}
    >
      <TextField label={t('orders.trackingCode')} isOptional maxLength={255} value={code} onValue={setCode} />
      <TextField
        label={t('orders.trackingUrl')}
        isOptional
        type="url"
        maxLength={2048}
        placeholder="https://"
        value={url}
        onValue={setUrl}
      />
    </FormDialog>
  )
}

function EventDialog({ order, shipment, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { client } = useStore()
  const [status, setStatus] = useState<string>('in_transit')
  const [description, setDescription] = useState('')
  const [address, setAddress] = useState('')
  const save = useMutation({
    mutationFn: () =>
      client.trackingEvents.create({
        params: { order_id: order.id, fulfillment_order_id: shipment.id },
        body: { status, description, address: address || null },
      }),
    onSuccess: useSaved(onClose, t('saved')),
  })
  return (
    <FormDialog title={t('orders.addEvent')} action={t('add')} save={save} onClose={onClose}>
      <FieldRow>
        <SelectField
          label={t('orders.eventStatus')}
          value={status}
          onValue={setStatus}
          options={trackingStatuses.map(value => ({ value, text: t(`orders.events.${value}`) }))}
        />
        <TextField label={t('orders.eventPlace')} isOptional maxLength={1000} value={address} onValue={setAddress} />
      </FieldRow>
      <TextField label={t('orders.eventText')} required maxLength={1000} value={description} onValue={setDescription} />
    </FormDialog>
  )
}
