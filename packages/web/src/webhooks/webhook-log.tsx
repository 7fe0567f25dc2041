import type { Webhook } from '@bodega/api'
import type { PanelClient } from '@bodega/api/panel'
import { NotificationIcon } from '@nimbus-ds/icons'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Prose } from '../ui/prose.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Choice, Filters } from '../ui/table.tsx'
import { whole } from '../whole.ts'
import { DeliveryLog } from './delivery-log.tsx'

export interface Place {
  app_id: number
  store_id: number
}

/** The partner of an app and the store where it is installed see the same, each by its own operations. */
export type Source = PanelClient['partnerWebhooks'] | PanelClient['storeWebhooks']

interface Props {
  source: Source
  place: Place
  /** Whether whoever reads it may have something sent again. */
  canReplay?: boolean
  /** What else can be chosen, before the webhook. */
  children?: ReactNode
}

/** What became of each notification to an app, and sending it again. */
export function WebhookLog({ source, place, canReplay = true, children }: Props) {
  const { t } = useTranslation()
  const webhooks = useQuery({
    queryKey: ['webhooks', place],
    queryFn: (): Promise<Webhook[]> => whole(query => source.list({ params: place, query })),
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
          <Log source={source} place={place} canReplay={canReplay} webhooks={found}>
            {children}
          </Log>
        )
      }
    </Loaded>
  )
}

function Log({ source, place, canReplay, webhooks, children }: Props & { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(String(webhooks[0]?.id))
  const params = { ...place, webhook_id: Number(chosen) }
  return (
    <DeliveryLog
      key={chosen}
      queryKey={['deliveries', params]}
      read={query => source.deliveries({ params, query })}
      {...(canReplay ? { replay: id => source.replay({ params: { ...params, id } }) } : {})}
    >
      {children}
      <Choice
        label={t('webhooks.one')}
        value={chosen}
        options={webhooks.map(({ id, event, url }) => ({ value: String(id), text: `${event} → ${url}` }))}
        onChoose={setChosen}
      />
    </DeliveryLog>
  )
}
