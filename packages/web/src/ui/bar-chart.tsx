import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './bar-chart.module.css'

export interface Bar {
  /** `2026-11-15` */
  date: string
  value: number
  /** The part of it that went wrong. */
  wrong?: number
}

interface Props<T extends Bar> {
  label: string
  bars: readonly T[]
  /** What is said of one day, or of all of them while none is pointed at. */
  summary: (bar: T | undefined) => { figure: ReactNode; text: string }
  /** The same in words, for those who do not see the bars. */
  cells: (bar: T) => readonly string[]
}

const width = 600
const height = 180
const foot = 26
/** As many dates as can be read beside each other. */
const mostDates = 8

/** A bar for each of the last days. */
export function BarChart<T extends Bar>({ label, bars, summary, cells }: Props<T>) {
  const { i18n } = useTranslation()
  const [pointed, point] = useState<T>()
  const most = Math.max(...bars.map(({ value }) => value), 1)
  const step = width / bars.length
  const every = Math.ceil(bars.length / mostDates)
  const dayOf = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, options).format(new Date(`${date}T12:00`))
  const tallOf = (value: number) => (value > 0 ? Math.max((value / most) * (height - foot - 8), 3) : 0)
  const { figure, text } = summary(pointed)
  const date = pointed && dayOf(pointed.date, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <figure className={styles.chart}>
      <figcaption>
        <strong>{figure}</strong>
        <span>{date ? `${date} · ${text}` : text}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <line x1="0" x2={width} y1={height - foot} y2={height - foot} />
        {bars.map((bar, place) => {
          const [tall, wrong] = [tallOf(bar.value), tallOf(bar.wrong ?? 0)]
          const ago = bars.length - 1 - place
          const across = { x: place * step + step * 0.16, width: step * 0.68 }
          return (
            <g key={bar.date} onPointerEnter={() => point(bar)} onPointerLeave={() => point(undefined)}>
              <rect className={styles.reach} x={place * step} y="0" width={step} height={height} />
              <rect className={styles.bar} {...across} y={height - foot - tall} height={tall} rx="4" />
              <rect className={styles.wrong} {...across} y={height - foot - wrong} height={wrong} rx="2" />
              {ago % every === 0 && (
                <text
                  x={ago === 0 ? width : place * step + step / 2}
                  y={height - 5}
                  textAnchor={ago === 0 ? 'end' : 'middle'}
                  data-minor={ago % (2 * every) !== 0}
                >
                  {dayOf(bar.date, { day: 'numeric', month: 'short' })}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <div className="only-heard">
        <table>
          <caption>{label}</caption>
          <tbody>
            {bars.map(bar => (
              <tr key={bar.date}>
                <th scope="row">{dayOf(bar.date, { dateStyle: 'long' })}</th>
                {cells(bar).map(cell => (
                  <td key={cell}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
