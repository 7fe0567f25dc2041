import { useTranslation } from 'react-i18next'
import { useLocations } from '../locations/queries.ts'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/page.tsx'
import styles from './home-page.module.css'

/** What a store needs before there is anything to tell about it. */
export function FirstSteps() {
  const { t } = useTranslation()
  const { id, may } = useStore()
  const hasPlace = (useLocations().data ?? []).length > 0
  const params = { storeId: String(id) }
  return (
    <Panel title={t('home.firstSteps')} lead={t('home.firstStepsLead')}>
      <ol className={styles.list}>
        <li>
          <div>
            {t('home.firstLocation')}
            <small>{t('locations.noneText')}</small>
          </div>
          {hasPlace ? (
            <Badge tone="success">{t('home.stepDone')}</Badge>
          ) : (
            may('write_locations') && (
              <ButtonLink to="/admin/$storeId/locations/new" params={params} look="main">
                {t('locations.new')}
              </ButtonLink>
            )
          )}
        </li>
        <li>
          <div>
            {t('home.firstProduct')}
            <small>{t('products.noneText')}</small>
          </div>
          <ButtonLink
            to="/admin/$storeId/products/new"
            params={params}
            {...(hasPlace ? { look: 'main' as const } : {})}
          >
            {t('products.new')}
          </ButtonLink>
        </li>
        <li>
          <div>
            {t('home.firstOrder')}
            <small>{t('orders.noneText')}</small>
          </div>
          <ButtonLink to="/admin/$storeId/orders/new" params={params}>
            {t('orders.new')}
          </ButtonLink>
        </li>
      </ol>
    </Panel>
  )
}
