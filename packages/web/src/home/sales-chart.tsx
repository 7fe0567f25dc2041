import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import type { Day } from './days.ts'
import styles from './home-page.module.css'

const width = 600
const height = 180
const foot = 22

/** Bars of the sales of the last days. The same stands in a table for those who do not see it. */
export function SalesChart({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation()
  const { price } = useStore()
  const [pointed, point] = useState<Day>()
  const most = Math.max(...days.map(({ total }) => total), 1)
  const step = width / days.length
  const dayOf = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, options).format(new Date(`${date}T12:00`))
  const sum = days.reduce((all, { total }) => all + total, 0)
  const shown = pointed ?? { total: sum, orders: days.reduce((all, { orders }) => all + orders, 0), date: undefined }
  return (
    <figure className={styles.chart}>
      <figcaption>
        <strong>{price(shown.total)}</strong>
        <span>
          {shown.date
            ? dayOf(shown.date, { weekday: 'long', day: 'numeric', month: 'long' })
            : t('home.lastDays', { count: days.length })}
          {' · '}
          {t('home.orders', { count: shown.orders })}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <line x1="0" x2={width} y1={height - foot} y2={height - foot} />
        {days.map((day, place) => {
          const tall = Math.max((day.total / most) * (height - foot - 8), day.total > 0 ? 3 : 0)
          return (
            <g key={day.date} onPointerEnter={() => point(day)} onPointerLeave={() => point(undefined)}>
              <rect className={styles.reach} x={place * step} y="0" width={step} height={height} />
              <rect
                className={styles.bar}
                x={place * step + step * 0.16}
                y={height - foot - tall}
                width={step * 0.68}
                height={tall}
                rx="4"
              />
              {(days.length - 1 - place) % 2 === 0 && (
                <text x={place * step + step / 2} y={height - 6} textAnchor="middle">
                  {dayOf(day.date, { day: 'numeric', month: 'short' })}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <div className="only-heard">
        <table>
          <caption>{t('home.sales')}</caption>
          <tbody>
            {days.map(({ date, orders, total }) => (
              <tr key={date}>
                <th scope="row">{dayOf(date, { dateStyle: 'long' })}</th>
                <td>{t('home.orders', { count: orders })}</td>
                <td>{price(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
