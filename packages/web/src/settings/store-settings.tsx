import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { panel } from '../session.ts'
import { useStore } from '../store.tsx'
import { Panel } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { Languages } from './languages.tsx'
import { OwnersOnly } from './owners-only.tsx'
import styles from './settings.module.css'
import { StoreForm } from './store-form.tsx'
import { Strategy } from './strategy.tsx'

/** What the store is, which languages it speaks, how it ships, and what its apps may ask of it. */
export function StoreSettingsPage() {
  const { info, client, key } = useStore()
  const store = useQuery({ queryKey: key('store'), queryFn: () => client.stores.get() })
  return (
    <>
      {info.role !== 'owner' && <OwnersOnly />}
      <Loaded query={store}>
        {found => (
          <>
            <StoreForm store={found} />
            <Languages store={found} />
          </>
        )}
      </Loaded>
      <Strategy />
      <Plan />
    </>
  )
}

function Plan() {
  const { t } = useTranslation()
  const { id, key } = useStore()
  const plan = useQuery({
    queryKey: key('plan'),
    queryFn: () => panel.stores.plan({ params: { store_id: id } }),
  })
  return (
    <Panel title={t('settings.plan')} lead={t('settings.planLead')}>
      <Loaded query={plan}>
        {({ plan_name, rate_limit }) => (
          <p className={styles.line}>
            <b>{plan_name}</b>
            {' · '}
            {rate_limit
              ? t('settings.limit', {
                  burst: rate_limit.burst,
                  perSecond: rate_limit.per_second,
                })
              : t('settings.noLimit')}
          </p>
        )}
      </Loaded>
    </Panel>
  )
}
