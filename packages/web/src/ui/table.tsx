import { ChevronLeftIcon, ChevronRightIcon, SearchIcon } from '@nimbus-ds/icons'
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lastPageOf } from '../errors.ts'
import { IconButton } from './button.tsx'
import { Reading } from './states.tsx'
import styles from './table.module.css'

interface Column<T> {
  name: string
  /** Where another column may have the same name. */
  key?: string
  cell: (row: T) => ReactNode
  /** The column that names the row, or one of numbers. */
  kind?: 'title' | 'number'
  /** Its heading is only heard: what it holds speaks for itself. */
  isPlain?: boolean
}

/** The name of a row where it opens something. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.open} onClick={onClick}>
      {children}
    </button>
  )
}

interface TableProps<T> {
  label: string
  rows: readonly T[]
  keyOf: (row: T) => string | number
  columns: readonly Column<T>[]
  /** Of many columns: they stand close, and the name of a row stays in sight while the others scroll. */
  isDense?: boolean
}

/** What is too wide for its place scrolls in it, and shows whether there is more. */
function Wide({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [hasMore, setMore] = useState(false)
  useEffect(() => {
    const shown = frame.current
    if (!shown) return
    const look = () => setMore(shown.scrollLeft + shown.clientWidth < shown.scrollWidth - 1)
    const sizes = new ResizeObserver(look)
    for (const part of [shown, ...shown.children]) sizes.observe(part)
    shown.addEventListener('scroll', look)
    return () => {
      sizes.disconnect()
      shown.removeEventListener('scroll', look)
    }
  }, [])
  return (
    <div className={styles.wide} data-more={hasMore}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach its end */}
      <div ref={frame} className={styles.frame} tabIndex={0}>
        {children}
      </div>
    </div>
  )
}

export function Table<T>({ label, rows, keyOf, columns, isDense = false }: TableProps<T>) {
  const { isOld } = useContext(Reading)
  return (
    <Wide>
      <table className={`${styles.table} ${isDense ? styles.dense : ''}`} aria-label={label} aria-busy={isOld}>
        <thead>
          <tr>
            {columns.map(({ name, key = name, kind, isPlain }) => (
              <th key={key} scope="col" className={kind ? styles[kind] : ''}>
                {isPlain ? <span className="only-heard">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, key = name, cell, kind }) => (
                <td
                  key={key}
                  className={kind ? styles[kind] : ''}
                  {...(kind === 'number' ? { 'data-name': name } : {})}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

export const perPage = 50

/** A list can become shorter than the page that is shown: then its last page is. */
export function useLastPage(error: unknown, page: number, onPage: (page: number) => void): void {
  const last = lastPageOf(error)
  useEffect(() => {
    if (last !== undefined && last < page) onPage(last)
  }, [last, page, onPage])
}

interface PagerProps {
  page: number
  total: number
  size?: number
  onPage: (page: number) => void
}

export function Pager({ page, total, size = perPage, onPage }: PagerProps) {
  const { t } = useTranslation()
  const first = (page - 1) * size + 1
  const last = Math.min(page * size, total)
  useLastPage(useContext(Reading).error, page, onPage)
  if (total === 0) return null
  return (
    <div className={styles.pager}>
      <span>{t('list.range', { first, last, total })}</span>
      {total > size && (
        <div>
          <IconButton label={t('list.before')} disabled={page === 1} onClick={() => onPage(page - 1)}>
            <ChevronLeftIcon aria-hidden />
          </IconButton>
          <IconButton label={t('list.after')} disabled={last >= total} onClick={() => onPage(page + 1)}>
            <ChevronRightIcon aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}

export function Filters({ children }: { children: ReactNode }) {
  return <div className={`${styles.filters} on-screen`}>{children}</div>
}

interface SearchProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

/** What is looked for, and which page of it is shown: what is found anew begins with its first. */
export function usePagedSearch() {
  const [page, setPage] = useState(1)
  const [q, setQ] = useState('')
  const search = useCallback((text: string) => {
    setPage(1)
    setQ(text)
  }, [])
  return { page, setPage, q, search }
}

/** Tells what is looked for when the typing pauses, or at once by Enter, which must not send the form around it. */
export function Search({ label, value, onSearch }: SearchProps) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const timer = useRef<number>(undefined)
  useEffect(() => {
    // What was told comes back as the value, perhaps while more is typed. Any other is that of a link, or of the way back.
    if (value === told.current) return
    clearTimeout(timer.current)
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const tell = (typed: string) => {
    clearTimeout(timer.current)
    if (typed === told.current) return
    told.current = typed
    onSearch(typed)
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => tell(typed), 250)
  }
  return (
    <div className={styles.search}>
      <SearchIcon aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={event => type(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          tell(text)
        }}
      />
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; text: string }[]
  /** What is to be said of those that are not among them. */
  others?: string | undefined
  onChoose: (value: string) => void
}

/** One of a few, above a list. */
export function Choice({ label, value, options, others, onChoose }: ChoiceProps) {
  return (
    <select
      className={styles.choice}
      aria-label={label}
      value={value}
      data-chosen={value !== options[0]?.value}
      onChange={event => onChoose(event.target.value)}
    >
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
      {others && <option disabled>{others}</option>}
    </select>
  )
}

/** The same, or all of them: which says what is filtered. */
export function Filter({ label, options, ...choice }: ChoiceProps) {
  const { t } = useTranslation()
  return <Choice {...choice} label={label} options={[{ value: '', text: `${label}: ${t('all')}` }, ...options]} />
}
