import type { Texts } from '../en/index.ts'
import { apps } from './apps.ts'
import { coupons } from './coupons.ts'
import { customers } from './customers.ts'
import { home } from './home.ts'
import { locations } from './locations.ts'
import { orders } from './orders.ts'
import { partner } from './partner.ts'
import { products } from './products.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { start } from './start.ts'

export const es: Texts = {
  ...start,
  ...shell,
  ...locations,
  ...orders,
  ...products,
  ...customers,
  ...coupons,
  ...home,
  ...partner,
  ...apps,
  ...settings,
}
