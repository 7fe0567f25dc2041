import { PlusIcon, TrashIcon } from '@nimbus-ds/icons'
import { useTranslation } from 'react-i18next'
import { useLocations } from '../locations/queries.ts'
import { useStore } from '../store.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { FieldRow, SelectField, TextField } from '../ui/field.tsx'
import { Panel } from '../ui/page.tsx'
import styles from './shipping-table-page.module.css'
import { newRate, newStep, type RateDraft, type ZoneDraft } from './zones.ts'

interface ZoneProps {
  zone: ZoneDraft
  onZone: (zone: ZoneDraft) => void
  onRemove?: () => void
}

/** Where packages go to, and what they cost from each location. */
export function ZoneForm({ zone, onZone, onRemove }: ZoneProps) {
  const { t } = useTranslation()
  const change = (part: Partial<ZoneDraft>) => onZone({ ...zone, ...part })
  return (
    <Panel
      title={zone.name || t('shipping.zone')}
      actions={
        onRemove && (
          <Button look="quiet" aria-label={`${t('remove')}: ${zone.name || t('shipping.zone')}`} onClick={onRemove}>
            {t('remove')}
          </Button>
        )
      }
    >
      <FieldRow>
        <TextField
          label={t('shipping.zoneName')}
          required
          maxLength={255}
          value={zone.name}
          onValue={name => change({ name })}
        />
        <TextField
          label={t('shipping.codes')}
          hint={t('shipping.codesHint')}
          isOptional
          value={zone.postal_codes}
          onValue={postal_codes => change({ postal_codes })}
        />
        <TextField
          label={t('shipping.provinces')}
          hint={t('shipping.provincesHint')}
          isOptional
          value={zone.provinces}
          onValue={provinces => change({ provinces })}
        />
      </FieldRow>
      {zone.rates.map(rate => (
        <RateForm
          key={rate.key}
          rate={rate}
          onRate={changed => change({ rates: zone.rates.map(one => (one.key === rate.key ? changed : one)) })}
          {...(zone.rates.length > 1
            ? { onRemove: () => change({ rates: zone.rates.filter(one => one.key !== rate.key) }) }
            : {})}
        />
      ))}
      <div>
        <Button onClick={() => change({ rates: [...zone.rates, newRate()] })}>
          <PlusIcon aria-hidden size={14} />
          {t('shipping.addRate')}
        </Button>
      </div>
    </Panel>
  )
}

interface RateProps {
  rate: RateDraft
  onRate: (rate: RateDraft) => void
  onRemove?: () => void
}

function RateForm({ rate, onRate, onRemove }: RateProps) {
  const { t } = useTranslation()
  const { say } = useStore()
  const locations = useLocations().data ?? []
  const change = (part: Partial<RateDraft>) => onRate({ ...rate, ...part })
  const step = (key: number, part: Partial<RateDraft['steps'][number]>) =>
    change({ steps: rate.steps.map(one => (one.key === key ? { ...one, ...part } : one)) })
  return (
    <div className={styles.rate}>
      <FieldRow>
        <SelectField
          label={t('shipping.from')}
          value={rate.location_id ?? ''}
          onValue={value => change({ location_id: value || null })}
          options={[
            { value: '', text: t('shipping.anywhere') },
            ...locations.map(({ id, name }) => ({ value: id, text: say(name) })),
          ]}
        />
        <TextField
          label={t('shipping.minDays')}
          isOptional
          inputMode="numeric"
          pattern="\d*"
          value={rate.min_days}
          onValue={min_days => change({ min_days })}
        />
        <TextField
          label={t('shipping.maxDays')}
          isOptional
          inputMode="numeric"
          pattern="\d*"
          value={rate.max_days}
          onValue={max_days => change({ max_days })}
        />
      </FieldRow>
      <ul className={styles.steps}>
        {rate.steps.map(({ key, max_weight, price }) => (
          <li key={key}>
            <TextField
              label={t('shipping.upTo')}
              placeholder={t('products.unlimited')}
              inputMode="decimal"
              value={max_weight}
              onValue={text => step(key, { max_weight: text })}
            />
            <TextField
              label={t('products.price')}
              required
              inputMode="decimal"
              value={price}
              onValue={text => step(key, { price: text })}
            />
            <IconButton
              label={t('shipping.removeStep')}
              disabled={rate.steps.length === 1}
              onClick={() => change({ steps: rate.steps.filter(one => one.key !== key) })}
            >
              <TrashIcon aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => change({ steps: [...rate.steps, newStep()] })}>
          <PlusIcon aria-hidden size={14} />
          {t('shipping.addStep')}
        </Button>
        {onRemove && (
          <Button look="quiet" onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
      </div>
    </div>
  )
}
