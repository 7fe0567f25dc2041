import { useCell } from '../ui/cell.ts'
import styles from './edit-cell.module.css'

interface Props {
  label: string
  value: string
  /** What is a number is read as one. */
  readNumber?: ((typed: string) => string) | undefined
  readNow: () => Promise<string>
  save: (value: string) => Promise<unknown>
}

export function EditCell({ label, value, readNumber, readNow, save }: Props) {
  const read = (typed: string) => (readNumber ? readNumber(typed) : typed)
  const cell = useCell({
    label,
    kept: value,
    read,
    readNow,
    save: async (after, before) => {
      await save(after)
      return () => save(read(before))
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
