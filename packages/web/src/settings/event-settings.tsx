import type { JournalEntry } from '@bodega/api/panel'
import { AppsIcon, HistoryIcon } from '@nimbus-ds/icons'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstalledApps } from '../apps/queries.ts'
import { panel } from '../session.ts'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Choice, RowButton, Table } from '../ui/table.tsx'
import { DeliveryStatus } from '../webhooks/deliveries.tsx'
import { DeliveryFacts } from '../webhooks/delivery-facts.tsx'
import { lookingAfter } from '../webhooks/looking-after.ts'
import { WebhookLog } from '../webhooks/webhook-log.tsx'
import styles from './settings.module.css'

const size = 30

/** What happened in the store, and what its apps were told of it. */
export function EventSettingsPage() {
  const { t } = useTranslation()
  const { id, key } = useStore()
  const events = useInfiniteQuery({
    queryKey: key('events'),
    queryFn: ({ pageParam }) =>
      panel.storeEvents.list({
        params: { store_id: id },
        query: { per_page: size, ...(pageParam === undefined ? {} : { before: pageParam }) },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: page => (page.length < size ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
  })
  return (
    <>
      <Deliveries />
      <Panel title={t('events.title')} lead={t('events.lead')} isFlush>
        <Loaded query={events}>
          {found =>
            found.length === 0 ? (
              <Empty icon={<HistoryIcon aria-hidden size={20} />} title={t('events.none')} />
            ) : (
              <>
                <Events events={found} />
                {events.hasNextPage && (
                  <div className={styles.more}>
                    <Button isBusy={events.isFetchingNextPage} onClick={() => events.fetchNextPage()}>
                      {t('events.more')}
                    </Button>
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}

/** What each app was told of it, and what it answered. */
function Deliveries() {
  const { t } = useTranslation()
  const { id, info } = useStore()
  const [chosen, setChosen] = useState('')
  const apps = useInstalledApps()
  return (
    <Panel title={t('deliveries.title')} lead={t('deliveries.lead')} isFlush>
      <Loaded query={apps}>
        {found => {
          const app = (found.find(one => String(one.app.id) === chosen) ?? found[0])?.app
          if (!app) return <Empty icon={<AppsIcon aria-hidden size={20} />} title={t('apps.none')} />
          return (
            <WebhookLog
              key={app.id}
              source={panel.storeWebhooks}
              place={{ app_id: app.id, store_id: id }}
              canReplay={info.role === 'owner'}
            >
              <Choice
                label={t('deliveries.app')}
                value={String(app.id)}
                options={found.map(one => ({ value: String(one.app.id), text: one.app.name }))}
                onChoose={setChosen}
              />
            </WebhookLog>
          )
        }}
      </Loaded>
    </Panel>
  )
}

/** What an event is about, beside its name. */
const about = ({ notification: { store_id: _store, event: _event, ...rest } }: JournalEntry): string =>
  Object.entries(rest)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ')

function Events({ events }: { events: readonly JournalEntry[] }) {
  const { t } = useTranslation()
  const { time } = useStore()
  const [open, setOpen] = useState<JournalEntry>()
  return (
    <>
      <Table
        label={t('events.title')}
        rows={events}
        keyOf={event => event.id}
        columns={[
          {
            name: t('events.event'),
            kind: 'title',
            cell: entry => (
              <>
                {entry.deliveries === 0 ? (
                  entry.event
                ) : (
                  <RowButton onClick={() => setOpen(entry)}>{entry.event}</RowButton>
                )}
                <small>{about(entry)}</small>
              </>
            ),
          },
          { name: t('products.when'), cell: ({ created_at }) => time(created_at) },
          { name: t('events.listened'), kind: 'number', cell: ({ deliveries }) => deliveries },
        ]}
      />
      {open && (
        <Dialog title={open.event} onClose={() => setOpen(undefined)} isWide>
          <Told entry={open} />
        </Dialog>
      )}
    </>
  )
}

/** Who was told of an event, and what they answered. */
function Told({ entry }: { entry: JournalEntry }) {
  const { t } = useTranslation()
  const { id, key } = useStore()
  const apps = useInstalledApps()
  const deliveries = useQuery({
    queryKey: key('events', entry.id),
    queryFn: async () => panel.storeEvents.deliveries({ params: { store_id: id, id: entry.id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => lookingAfter(state.data),
  })
  const nameOf = (app: number | null) => apps.data?.find(one => one.app.id === app)?.app.name
  return (
    <Loaded query={deliveries}>
      {found => (
        <ul className={styles.told}>
          {found.map(delivery => (
            <li key={delivery.id}>
              <h3>
                {nameOf(delivery.app_id) ?? t(delivery.app_id === null ? 'events.byToken' : 'events.gone')}{' '}
                <DeliveryStatus status={delivery.status} />
              </h3>
              {delivery.url && <p>{delivery.url}</p>}
              <DeliveryFacts delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
