import { type FulfillmentStrategy, fulfillmentStrategies } from '@bodega/api'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../session.ts'
import { useStore } from '../store.tsx'
import { Panel } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './settings.module.css'

/** How an order is split where no location has all of it (D51). */
export function Strategy() {
  const { t } = useTranslation()
  const { client, key, may } = useStore()
  const { tell, tellError } = useToasts()
  const settings = useQuery({ queryKey: key('settings'), queryFn: () => client.stores.settings() })
  const write = async (fulfillment_strategy: FulfillmentStrategy) =>
    queries.setQueryData(key('settings'), await client.stores.changeSettings({ body: { fulfillment_strategy } }))
  // Shown as it will be while the server takes it.
  const [chosen, setChosen] = useState<FulfillmentStrategy>()
  const choose = useMutation({
    mutationFn: ({ after }: { before: FulfillmentStrategy; after: FulfillmentStrategy }) => write(after),
    onSuccess: (_, { before }) => tell(t('saved'), () => write(before)),
    onError: error => {
      setChosen(undefined)
      tellError(error)
    },
  })
  const kept = settings.data?.fulfillment_strategy
  // What the server has kept replaces what was chosen.
  useEffect(() => setChosen(undefined), [kept])
  return (
    <Panel title={t('settings.strategy')} lead={t('settings.strategyLead')}>
      <Loaded query={settings}>
        {({ fulfillment_strategy: before }) => (
          <fieldset className={styles.choices} disabled={!may('write_locations')}>
            <legend className="only-heard">{t('settings.strategy')}</legend>
            {fulfillmentStrategies.map(after => (
              <label key={after}>
                <input
                  type="radio"
                  name="strategy"
                  checked={after === (chosen ?? before)}
                  onChange={() => {
                    setChosen(after)
                    choose.mutate({ before, after })
                  }}
                />
                <span>
                  {t(`settings.strategies.${after}`)}
                  <small>{t(`settings.strategyTexts.${after}`)}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </Loaded>
    </Panel>
  )
}
