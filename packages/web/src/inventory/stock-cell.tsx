import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './stock-cell.module.css'

interface Props {
  productId: number
  variantId: number
  locationId: string
  /** `null` is without limit. */
  stock: number | null
  /** Of what and where, for those who do not see the row. */
  label: string
}

const textOf = (stock: number | null) => (stock === null ? '' : String(stock))

/** A level that can be typed over: Enter or leaving saves it, Escape brings the old one back. Empty is without limit. */
export function StockCell({ productId, variantId, locationId, stock, label }: Props) {
  const { t } = useTranslation()
  const { client, key } = useStore()
  const queries = useQueryClient()
  const { tell, tellError } = useToasts()
  const [text, setText] = useState(textOf(stock))
  useEffect(() => setText(textOf(stock)), [stock])
  const write = async (value: number | null) => {
    await client.variants.setStock({
      params: { product_id: productId },
      body: { action: 'replace', value, id: variantId, location_id: locationId },
    })
    await queries.invalidateQueries({ queryKey: key('products') })
  }
  const save = useMutation({
    mutationFn: write,
    onSuccess: () => tell(t('stock.saved', { what: label }), () => write(stock)),
    onError: error => {
      setText(textOf(stock))
      tellError(error)
    },
  })
  const leave = () => {
    if (text === textOf(stock)) return
    if (!/^\d{0,9}$/.test(text)) return setText(textOf(stock))
    save.mutate(text === '' ? null : Number(text))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key === 'Escape') setText(textOf(stock))
  }
  return (
    <span className={styles.cell}>
      <input
        inputMode="numeric"
        aria-label={label}
        placeholder="∞"
        value={text}
        disabled={save.isPending}
        data-level={stock === 0 ? 'none' : 'some'}
        onChange={event => setText(event.target.value.trim())}
        onBlur={leave}
        onKeyDown={press}
      />
    </span>
  )
}
