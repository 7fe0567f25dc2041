import { ApiError, type OrderPreview } from '@bodega/api'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { Note, Refusal } from '../ui/states.tsx'

type Shortage = OrderPreview['missing'][number]

const short = /^Variant (\d+): (\d+) wanted, (\d+) available(?: there)?$/

/** What the server says is missing, by the numbers of the variants; nothing where it refuses for another reason too. */
export function shortagesOf(error: unknown): Shortage[] {
  if (!(error instanceof ApiError)) return []
  // Where a shipment is to leave from elsewhere it is no field that is wrong.
  const { message, description } = error.body as Record<string, unknown>
  const { products = [message, description].map(String).filter(text => short.test(text)), ...others } =
    fieldErrors(error)
  const found = products.flatMap(text => {
    const [, ...numbers] = short.exec(text) ?? []
    const [variant_id = 0, wanted = 0, available = 0] = numbers.map(Number)
    return numbers.length > 0 ? [{ variant_id, wanted, available }] : []
  })
  return found.length === products.length && Object.keys(others).length === 0 ? found : []
}

/** Whether the shipping that was chosen is no longer offered like this: the stock has moved, or its time is over. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError &&
  (('description' in error.body && error.body.description === 'plan_changed') || 'quote_id' in fieldErrors(error))

export interface Names {
  /** What was ordered under the number of a variant: the number itself where nothing is known of it. */
  nameOf: (variant: number) => string | undefined
}

export function Missing({ missing, nameOf }: Names & { missing: readonly Shortage[] }) {
  const { t } = useTranslation()
  return (
    <Note tone="warning">
      <p>{t('orders.missing')}</p>
      <ul>
        {missing.map(({ variant_id, wanted, available }) => (
          <li key={variant_id}>
            {nameOf(variant_id) ?? variant_id}: {t('orders.missingLine', { wanted, available })}
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** Why an order was not taken, with the names of what is missing. */
export function OrderRefusal({ error, nameOf }: Names & { error: unknown }) {
  const { t } = useTranslation()
  const missing = shortagesOf(error)
  if (missing.length > 0)
    return (
      <div role="alert">
        <Missing missing={missing} nameOf={nameOf} />
      </div>
    )
  if (!isOutdated(error)) return <Refusal error={error} />
  return (
    <Note tone="danger">
      <p>{t('orders.outdated')}</p>
    </Note>
  )
}
