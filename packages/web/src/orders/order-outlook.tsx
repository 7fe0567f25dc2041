import type { OrderInput, OrderPreview, ShippingQuote } from '@bodega/api'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocationName } from '../locations/queries.ts'
import { useStore } from '../store.tsx'
import { Panel } from '../ui/page.tsx'
import { Failed, Loaded } from '../ui/states.tsx'
import { Missing, type Names } from './missing.tsx'
import styles from './new-order-page.module.css'
import { AmountList } from './order-aside.tsx'
import { OriginBars } from './origin-bars.tsx'
import { unitsIn } from './quantity.ts'

/** Settles when the typing pauses. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), 300)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled)
}

/** An option of a quote. */
export interface ChosenOption {
  quote: ShippingQuote
  code: string
  shipping: string
}

/** What its quote offers for it; nothing where it is no longer offered. */
export const offerOf = ({ quote, code, shipping }: ChosenOption) =>
  quote.options.find(offer => offer.code === code && offer.shipping === shipping)

interface Props extends Names {
  input: OrderInput
  option: ChosenOption | undefined
  onOption: (option: ChosenOption | undefined) => void
}

/** What the order would become: where it ships from, for how much and how soon. Nothing is taken yet. */
export function OrderOutlook({ input, option, onOption, nameOf }: Props) {
  const { t } = useTranslation()
  const { client, key } = useStore()
  const { products, shipping_address } = useSettled(input)
  const price = option && offerOf(option)
  const preview = useQuery({
    queryKey: key('orders', 'preview', products, price?.price),
    queryFn: () => client.orders.preview({ body: { products, shipping_cost_customer: price?.price ?? null } }),
    enabled: products.length > 0,
    placeholderData: keepPreviousData,
  })
  const zipcode = shipping_address?.zipcode
  const quote = useQuery({
    queryKey: key('quotes', products, zipcode, shipping_address?.province, shipping_address?.city),
    queryFn: () => client.shippingQuotes.create({ body: { products, destination: { ...shipping_address } } }),
    enabled: products.length > 0 && Boolean(zipcode),
    retry: false,
    // Renewed when an order is refused for it. An order whose answer was lost must be the same when it is sent again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // A new cart has a new quote: the choice is carried over to it, if it is still there. Where nothing is asked, it goes.
  const { data: current, fetchStatus, isError } = quote
  useEffect(() => {
    if (!option || fetchStatus !== 'idle' || isError || option.quote.quote_id === current?.quote_id) return
    const renewed = current && { ...option, quote: current }
    onOption(renewed && offerOf(renewed) && renewed)
  }, [option, current, fetchStatus, isError, onOption])
  if (products.length === 0) {
    return (
      <Panel title={t('orders.outlook')}>
        <p className={styles.none}>{t('orders.outlookNone')}</p>
      </Panel>
    )
  }
  return (
    <Panel title={t('orders.outlook')}>
      <Loaded query={preview}>
        {found => (
          <>
            <Split preview={found} nameOf={nameOf} />
            {current && <Options quote={current} option={option} onOption={onOption} />}
            {isError && found.missing.length === 0 && <Failed error={quote.error} retry={() => quote.refetch()} />}
            <AmountList
              subtotal={found.subtotal}
              discount={found.discount}
              shipping={found.shipping_cost_customer}
              total={found.total}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Split({ preview, nameOf }: { preview: OrderPreview } & Names) {
  const { t } = useTranslation()
  const placeOf = useLocationName()
  const wanted =
    unitsIn(preview.shipments.flatMap(({ items }) => items)) +
    preview.missing.reduce((sum, { wanted, available }) => sum + wanted - available, 0)
  if (preview.missing.length > 0) return <Missing missing={preview.missing} nameOf={nameOf} />
  return (
    <>
      <ol className={styles.split}>
        {preview.shipments.map(({ number, location_id, items }) => (
          <li key={number}>
            <b>{placeOf(location_id)}</b>
            <span>{t('orders.units', { count: unitsIn(items) })}</span>
          </li>
        ))}
      </ol>
      <OriginBars
        allocation={preview.allocation}
        wanted={wanted}
        chosen={preview.shipments.map(({ location_id }) => location_id)}
      />
    </>
  )
}

function Options({ quote, option, onOption }: { quote: ShippingQuote } & Pick<Props, 'option' | 'onOption'>) {
  const { t } = useTranslation()
  const { price } = useStore()
  const sayDays = (from: number, to: number) =>
    from === to ? t('orders.daysSame', { count: to }) : t('orders.days', { from, to })
  if (quote.options.length === 0) return <p className={styles.none}>{t('orders.noOptions')}</p>
  return (
    <fieldset className={styles.options}>
      <legend>{t('orders.options')}</legend>
      {quote.options.map(({ code, shipping, name, price: cost, currency, min_days, max_days }) => (
        <label key={`${shipping}${code}`}>
          <input
            type="radio"
            name="option"
            checked={option?.code === code && option.shipping === shipping}
            onChange={() => onOption({ quote, code, shipping })}
          />
          <span>
            {name}
            {max_days !== null && <small>{sayDays(min_days ?? max_days, max_days)}</small>}
          </span>
          {price(cost, currency)}
        </label>
      ))}
    </fieldset>
  )
}
