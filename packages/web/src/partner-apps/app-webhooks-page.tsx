import type { Localized } from '@bodega/api'
import { StoreIcon } from '@nimbus-ds/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '../format.ts'
import { panel } from '../session.ts'
import { Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Choice, Filters, Search } from '../ui/table.tsx'
import { DeliveryLog } from '../webhooks/delivery-log.tsx'
import { WebhookLog } from '../webhooks/webhook-log.tsx'
import { keyOf, useApp } from './queries.ts'

/** As many as somebody looks through: the others are searched for. */
const size = 50

/** What the stores have told the application, and what became of it. */
export function AppWebhooksPage() {
  const { t, i18n } = useTranslation()
  const app = useApp()
  const [chosen, setChosen] = useState('')
  const [q, search] = useState('')
  const places = useQuery({
    queryKey: keyOf(app, 'installations', 'webhooks', q),
    queryFn: async () => {
      const about = { params: { app_id: app.id }, query: { page: 1, per_page: size, ...(q ? { q } : {}) } }
      const [installed, left] = await Promise.all([
        panel.partnerApps.installations(about),
        panel.departures.list(about),
      ])
      return {
        stores: [
          ...installed.map(place => ({ ...place, isLeft: false })),
          ...left.map(place => ({ ...place, isLeft: true })),
        ],
        total: installed.total + left.total,
      }
    },
    placeholderData: keepPreviousData,
  })
  const isSearched = q !== '' || (places.data && places.data.total > places.data.stores.length)
  const nameOf = ({ store_name, isLeft }: { store_name: Localized; isLeft: boolean }) => {
    const name = inLanguage(store_name, i18n.language)
    return isLeft ? t('partnerApps.left', { name }) : name
  }
  return (
    <Panel isFlush>
      {isSearched && (
        <Filters>
          <Search label={t('partnerApps.search')} value={q} onSearch={search} />
        </Filters>
      )}
      <Loaded query={places}>
        {({ stores, total }) => {
          const store = stores.find(({ store_id }) => String(store_id) === chosen) ?? stores[0]
          if (!store) {
            return (
              <Empty
                icon={<StoreIcon aria-hidden size={20} />}
                title={t(q ? 'partnerApps.noneFound' : 'partnerApps.notInstalled')}
                {...(q ? {} : { text: t('partnerApps.notInstalledText') })}
              />
            )
          }
          const place = { app_id: app.id, store_id: store.store_id }
          const choice = (
            <Choice
              label={t('partnerApps.store')}
              value={String(store.store_id)}
              options={stores.map(one => ({ value: String(one.store_id), text: nameOf(one) }))}
              others={total > stores.length ? t('partnerApps.others', { count: total - stores.length }) : undefined}
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
