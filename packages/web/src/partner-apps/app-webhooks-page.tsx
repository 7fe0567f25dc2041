import type { Installation } from '@bodega/api/panel'
import { StoreIcon } from '@nimbus-ds/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '../format.ts'
import { panel } from '../session.ts'
import { Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Choice } from '../ui/table.tsx'
import { WebhookLog } from '../webhooks/webhook-log.tsx'
import { keyOf, useApp } from './queries.ts'

/** What the stores have told the application, and what became of it. */
export function AppWebhooksPage() {
  const { t, i18n } = useTranslation()
  const app = useApp()
  const [chosen, setChosen] = useState('')
  const installations = useQuery({
    queryKey: keyOf(app, 'installations', 'webhooks'),
    queryFn: async (): Promise<Installation[]> =>
      panel.partnerApps.installations({ params: { app_id: app.id }, query: { page: 1, per_page: 200 } }),
  })
  return (
    <Panel isFlush>
      <Loaded query={installations}>
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
          return (
            <WebhookLog
              key={store.store_id}
              source={panel.partnerWebhooks}
              place={{ app_id: app.id, store_id: store.store_id }}
            >
              <Choice
                label={t('partnerApps.store')}
                value={String(store.store_id)}
                options={stores.map(({ store_id, store_name }) => ({
                  value: String(store_id),
                  text: inLanguage(store_name, i18n.language),
                }))}
                onChoose={setChosen}
              />
            </WebhookLog>
          )
        }}
      </Loaded>
    </Panel>
  )
}
