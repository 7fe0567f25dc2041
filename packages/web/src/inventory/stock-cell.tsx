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

/** Empty is without limit. */
const isLevel = (text: string) => /^\d{0,9}$/.test(text)

/** A level that can be typed over: Enter or leaving saves it, Escape brings the old one back. What is none stays, to be mended. */
export function StockCell({ productId, variantId, locationId, stock, label }: Props) {
  const { t } = useTranslation()
  const { client, key } = useStore()
  const queries = useQueryClient()
  const { tell, tellError, tellFailure } = useToasts()
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
    mutationFn: ({ after }: { before: number | null; after: number | null }) => write(after),
    onSuccess: (_, { before }) => tell(t('stock.saved', { what: label }), () => write(before)),
    onError: tellError,
  })
  const leave = () => {
    if (text === textOf(stock)) return
    if (!isLevel(text)) return tellFailure(t('stock.wrong'))
    save.mutate({ before: stock, after: text === '' ? null : Number(text) })
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
        aria-invalid={!isLevel(text) || (save.isError && text !== textOf(stock)) || undefined}
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
