import type { Delivery, Webhook } from '@bodega/api'
import type { PanelClient } from '@bodega/api/panel'
import { NotificationIcon } from '@nimbus-ds/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Prose } from '../ui/prose.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Choice, Filters, Pager } from '../ui/table.tsx'
import { Deliveries } from './deliveries.tsx'

export interface Place {
  app_id: number
  store_id: number
}

/** The partner of an app and the store where it is installed see the same, each by its own operations. */
export type Source = PanelClient['partnerWebhooks'] | PanelClient['storeWebhooks']

interface Props {
  source: Source
  place: Place
  /** What else can be chosen, before the webhook. */
  children?: ReactNode
}

const size = 20
const statuses = ['pending', 'delivered', 'failed'] as const
type Status = Delivery['status'] | ''

/** What became of each notification to an app, and sending it again. */
export function WebhookLog({ source, place, children }: Props) {
  const { t } = useTranslation()
  const webhooks = useQuery({
    queryKey: ['webhooks', place],
    queryFn: async (): Promise<Webhook[]> => source.list({ params: place, query: { page: 1, per_page: 200 } }),
  })
  return (
    <Loaded query={webhooks}>
      {found =>
        found.length === 0 ? (
          <>
            {children && <Filters>{children}</Filters>}
            <Empty icon={<NotificationIcon aria-hidden size={20} />} title={t('webhooks.none')}>
              <p>
                <Prose text={t('webhooks.noneText')} />
              </p>
            </Empty>
          </>
        ) : (
          <Log source={source} place={place} webhooks={found}>
            {children}
          </Log>
        )
      }
    </Loaded>
  )
}

function Log({ source, place, webhooks, children }: Props & { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(String(webhooks[0]?.id))
  const [status, setStatus] = useState<Status>('')
  const [page, setPage] = useState(1)
  const params = { ...place, webhook_id: Number(chosen) }
  const queryKey = ['deliveries', params]
  const deliveries = useQuery({
    queryKey: [...queryKey, status, page],
    queryFn: async () => {
      const query = { page, per_page: size, ...(status === '' ? {} : { status }) }
      const rows = await source.deliveries({ params, query })
      return { rows, total: rows.total }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    // One that is on its way is looked after.
    refetchInterval: ({ state }) => (state.data?.rows.some(({ status }) => status === 'pending') ? 2_000 : false),
  })
  return (
    <>
      <Filters>
        {children}
        <Choice
          label={t('webhooks.one')}
          value={chosen}
          options={webhooks.map(({ id, event, url }) => ({ value: String(id), text: `${event} → ${url}` }))}
          onChoose={id => {
            setChosen(id)
            setPage(1)
          }}
        />
        <Choice
          label={t('webhooks.status')}
          value={status}
          options={[
            { value: '', text: t('all') },
            ...statuses.map(name => ({ value: name, text: t(`webhooks.statuses.${name}`) })),
          ]}
          onChoose={value => {
            setStatus(statuses.find(name => name === value) ?? '')
            setPage(1)
          }}
        />
      </Filters>
      <Loaded query={deliveries}>
        {({ rows, total }) =>
          total === 0 ? (
            <Empty
              icon={<NotificationIcon aria-hidden size={20} />}
              title={t('webhooks.noDeliveries')}
              text={t('webhooks.noDeliveriesText')}
            />
          ) : (
            <>
              <Deliveries
                deliveries={rows}
                replay={id => source.replay({ params: { ...params, id } })}
                queryKey={queryKey}
              />
              <Pager page={page} total={total} size={size} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
