import {
  AppsIcon,
  BoxPackedIcon,
  CogIcon,
  DiscountCircleIcon,
  FileAltIcon,
  HomeIcon,
  LocationIcon,
  SubcategoryIcon,
  TagIcon,
  TruckIcon,
  UserGroupIcon,
} from '@nimbus-ds/icons'

/** What a store admin leads to. */
export const sections = [
  { name: 'home', to: '/admin/$storeId', Icon: HomeIcon, isExact: true },
  { name: 'orders', to: '/admin/$storeId/orders', Icon: BoxPackedIcon, isExact: false },
  { name: 'draftOrders', to: '/admin/$storeId/draft-orders', Icon: FileAltIcon, isExact: false },
  { name: 'products', to: '/admin/$storeId/products', Icon: TagIcon, isExact: false },
  { name: 'categories', to: '/admin/$storeId/categories', Icon: SubcategoryIcon, isExact: false },
  { name: 'locations', to: '/admin/$storeId/locations', Icon: LocationIcon, isExact: false },
  { name: 'customers', to: '/admin/$storeId/customers', Icon: UserGroupIcon, isExact: false },
  { name: 'coupons', to: '/admin/$storeId/coupons', Icon: DiscountCircleIcon, isExact: false },
  { name: 'shippingTables', to: '/admin/$storeId/shipping', Icon: TruckIcon, isExact: false },
  { name: 'apps', to: '/admin/$storeId/apps', Icon: AppsIcon, isExact: false },
  { name: 'settings', to: '/admin/$storeId/settings', Icon: CogIcon, isExact: false },
] as const

export type Section = (typeof sections)[number]

/** Those within reach of the thumb on a phone; the rest is behind "more". */
export const nearest = sections.filter(({ name }) => ['home', 'orders', 'products', 'locations'].includes(name))
