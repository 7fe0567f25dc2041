import { useCell } from '../ui/cell.ts'
import styles from './edit-cell.module.css'

interface Props {
  label: string
  value: string
  /** What is a number is read as one. */
  readNumber?: ((typed: string) => string) | undefined
  save: (value: string) => Promise<unknown>
}

export function EditCell({ label, value, readNumber, save }: Props) {
  const cell = useCell({
    label,
    kept: value,
    read: typed => (readNumber ? readNumber(typed) : typed),
    save: async after => {
      await save(after)
      return () => save(value)
    },
  })
  return (
    <input
      className={styles.cell}
      data-number={readNumber !== undefined}
      {...(readNumber ? { inputMode: 'decimal' as const } : {})}
      maxLength={255}
      {...cell}
    />
  )
}
