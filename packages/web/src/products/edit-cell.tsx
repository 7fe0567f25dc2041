import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountOf } from '../amount.ts'
import { useToasts } from '../ui/toasts.tsx'
import styles from './edit-cell.module.css'

interface Props {
  label: string
  value: string
  isNumber: boolean
  save: (value: string) => Promise<unknown>
}

/** A field of a grid: Enter or leaving saves it, Escape brings the old value back. What was refused stays, to be mended. */
export function EditCell({ label, value, isNumber, save }: Props) {
  const { t } = useTranslation()
  const { tell, tellError } = useToasts()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const write = useMutation({
    mutationFn: ({ after }: { before: string; after: string }) => save(after),
    onSuccess: (_, { before }) => tell(t('stock.saved', { what: label }), () => save(before)),
    onError: tellError,
  })
  const leave = () => {
    if (text !== value) write.mutate({ before: value, after: isNumber ? amountOf(text) : text })
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key === 'Escape') setText(value)
  }
  return (
    <input
      className={styles.cell}
      aria-label={label}
      aria-invalid={(write.isError && text !== value) || undefined}
      data-number={isNumber}
      {...(isNumber ? { inputMode: 'decimal' as const } : {})}
      maxLength={255}
      value={text}
      disabled={write.isPending}
      onChange={event => setText(event.target.value)}
      onBlur={leave}
      onKeyDown={press}
    />
  )
}
