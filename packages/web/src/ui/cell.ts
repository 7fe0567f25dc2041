import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToasts } from './toasts.tsx'

interface Options<T> {
  /** Of what it is, for those who do not see the row. */
  label: string
  kept: string
  /** What is meant by what was typed, if anything. */
  read: (typed: string) => T | undefined
  /** What is told where nothing is. */
  wrong?: string
  /** Saves it, reads what is kept by then, and says how to bring back what was there. */
  save: (meant: T) => Promise<() => Promise<unknown>>
}

/**
 * A field of a grid: Enter or leaving saves it, Escape brings back what is kept. What is typed stays until then, whatever is
 * read meanwhile; and what was refused stays, to be mended.
 */
export function useCell<T>({ label, kept, read, wrong = '', save }: Options<T>) {
  const { t } = useTranslation()
  const { tell, tellError, tellFailure } = useToasts()
  const [typed, setTyped] = useState<string>()
  const text = typed ?? kept
  const write = useMutation({
    mutationFn: save,
    onSuccess: undo => {
      // What was typed is kept by now, perhaps in other words.
      setTyped(undefined)
      tell(t('stock.saved', { what: label }), undo)
    },
    onError: tellError,
  })
  const leave = () => {
    if (text === kept || write.isPending) return
    const meant = read(text)
    if (meant === undefined) tellFailure(wrong)
    else write.mutate(meant)
  }
  return {
    'aria-label': label,
    'aria-invalid': read(text) === undefined || (write.isError && text !== kept) || undefined,
    value: text,
    readOnly: write.isPending,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter') leave()
      if (event.key === 'Escape') setTyped(undefined)
    },
  }
}
