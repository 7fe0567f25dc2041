import type { Localized } from '@bodega/api'
import { StoreIcon } from '@nimbus-ds/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '../format.ts'
import { panel } from '../session.ts'
import { Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Choice } from '../ui/table.tsx'
import { DeliveryLog } from '../webhooks/delivery-log.tsx'
import { WebhookLog } from '../webhooks/webhook-log.tsx'
import { keyOf, useApp } from './queries.ts'

/** What the stores have told the application, and what became of it. */
export function AppWebhooksPage() {
  const { t, i18n } = useTranslation()
  const app = useApp()
  const [chosen, setChosen] = useState('')
  const places = useQuery({
    queryKey: keyOf(app, 'installations', 'webhooks'),
    queryFn: async () => {
      const params = { app_id: app.id }
      const [installed, left] = await Promise.all([
        panel.partnerApps.installations({ params, query: { page: 1, per_page: 200 } }),
        panel.departures.list({ params }),
      ])
      return [
        ...installed.map(place => ({ ...place, isLeft: false })),
        ...left.map(place => ({ ...place, isLeft: true })),
      ]
    },
  })
  const nameOf = ({ store_name, isLeft }: { store_name: Localized; isLeft: boolean }) => {
    const name = inLanguage(store_name, i18n.language)
    return isLeft ? t('partnerApps.left', { name }) : name
  }
  return (
    <Panel isFlush>
      <Loaded query={places}>
        {stores => {
          const store = stores.find(({ store_id }) => String(store_id) === chosen) ?? stores[0]
          if (!store) {
            return (
              <Empty
                icon={<StoreIcon aria-hidden size={20} />}
                title={t('partnerApps.notInstalled')}
                text={t('partnerApps.notInstalledText')}
              />
            )
          }
          const place = { app_id: app.id, store_id: store.store_id }
          const choice = (
            <Choice
              label={t('partnerApps.store')}
              value={String(store.store_id)}
              options={stores.map(one => ({ value: String(one.store_id), text: nameOf(one) }))}
              onChoose={setChosen}
            />
          )
          return store.isLeft ? (
            <DeliveryLog
              key={store.store_id}
              queryKey={['told', place]}
              read={query => panel.departures.deliveries({ params: place, query })}
            >
              {choice}
            </DeliveryLog>
          ) : (
            <WebhookLog key={store.store_id} source={panel.partnerWebhooks} place={place}>
              {choice}
            </WebhookLog>
          )
        }}
      </Loaded>
    </Panel>
  )
}
