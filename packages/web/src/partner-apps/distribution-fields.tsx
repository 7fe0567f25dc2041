import { distributions } from '@bodega/api/panel'
import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/field.tsx'
import { type AppDraft, storesPattern } from './draft.ts'
import styles from './partner-apps.module.css'

type Distributed = Pick<AppDraft, 'distribution' | 'stores'>

interface Props {
  value: Distributed
  onValue: (value: Distributed) => void
  wrong: Record<string, string[]>
}

/** Who may install an application. */
export function DistributionFields({ value: { distribution, stores }, onValue, wrong }: Props) {
  const { t } = useTranslation()
  const wrongStores = Object.entries(wrong).flatMap(([field, texts]) => (/^store_ids\b/.test(field) ? texts : []))
  return (
    <>
      <fieldset className={styles.options}>
        <legend>{t('partnerApps.distribution')}</legend>
        {distributions.map(name => (
          <label key={name}>
            <input
              type="radio"
              name="distribution"
              checked={distribution === name}
              onChange={() => onValue({ distribution: name, stores })}
            />
            <span>
              {t(`partnerApps.distributions.${name}`)}
              <small>{t(`partnerApps.distributionHints.${name}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {/* What was typed before the other choice is sent with it: where it is wrong, it must be seen. */}
      {(distribution === 'own_clients' || wrongStores.length > 0) && (
        <TextField
          label={t('partnerApps.storeIds')}
          hint={t('partnerApps.storeIdsHint')}
          isOptional
          inputMode="numeric"
          pattern={storesPattern}
          title={t('partnerApps.storeIdsWrong')}
          maxLength={10_000}
          value={stores}
          onValue={text => onValue({ distribution, stores: text })}
          wrong={[...new Set(wrongStores)]}
        />
      )}
    </>
  )
}
