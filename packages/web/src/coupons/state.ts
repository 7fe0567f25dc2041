import type { Coupon } from '@bodega/api'

/** `2026-07-11`, where somebody is: nobody says in which zone a coupon is used. Swedes write a day as the wire does. */
export const dayOf = (time: Date): string => time.toLocaleDateString('sv-SE')

/** A day of the wire as a time of that day where somebody is: a bare one is midnight in Greenwich, the day before in America. */
export const timeOf = (day: string): string => `${day}T00:00`

type Terms = Pick<Coupon, 'valid' | 'used' | 'max_uses' | 'start_date' | 'end_date' | 'products' | 'categories'>

/** Whether a coupon can be used on that day, else why not. `valid` alone is what the merchant has switched. */
export function stateOf({ valid, used, max_uses, start_date, end_date, products, categories }: Terms, today: string) {
  if ((products ?? categories)?.length === 0) return 'aimless'
  if (!valid) return 'off'
  if (end_date !== null && end_date < today) return 'ended'
  if (max_uses !== null && used >= max_uses) return 'spent'
  if (start_date !== null && start_date > today) return 'waiting'
  return 'on'
}
