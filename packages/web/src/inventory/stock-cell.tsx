import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { useCell } from '../ui/cell.ts'
import styles from './stock-cell.module.css'
import { type StockWish, wayBack, wishOf } from './wishes.ts'

interface Props {
  productId: number
  variantId: number
  locationId: string
  /** `null` is without limit. */
  stock: number | null
  /** Of what and where, for those who do not see the row. */
  label: string
}

/** A level that can be typed over, or changed by so many units: `+12`. There can be thousands: only what has changed is made anew. */
export const StockCell = memo(({ productId, variantId, locationId, stock, label }: Props) => {
  const { t } = useTranslation()
  const { client, refresh } = useStore()
  const write = async (wish: StockWish) => {
    await client.variants.setStock({
      params: { product_id: productId },
      body: { ...wish, id: variantId, location_id: locationId },
    })
    await refresh('products')
  }
  const cell = useCell({
    label,
    kept: stock === null ? '' : String(stock),
    read: typed => wishOf(typed, stock),
    wrong: t('stock.wrong'),
    save: async (wish: StockWish) => {
      await write(wish)
      return () => write(wayBack(wish, stock))
    },
  })
  return (
    <span className={styles.cell}>
      <input inputMode="numeric" placeholder="∞" data-level={stock === 0 ? 'none' : 'some'} {...cell} />
    </span>
  )
})
