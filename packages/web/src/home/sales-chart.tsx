import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { BarChart } from '../ui/bar-chart.tsx'
import type { Day } from './days.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** The sales of the last days. */
export function SalesChart({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation()
  const { price } = useStore()
  const orders = (count: number) => t('home.orders', { count })
  return (
    <BarChart
      label={t('home.sales')}
      bars={days.map(day => ({ ...day, value: day.total }))}
      summary={day =>
        day
          ? { figure: price(day.total), text: orders(day.orders) }
          : {
              figure: price(sum(days.map(({ total }) => total))),
              text: `${t('home.lastDays', { count: days.length })} · ${orders(sum(days.map(day => day.orders)))}`,
            }
      }
      cells={day => [orders(day.orders), price(day.total)]}
    />
  )
}
