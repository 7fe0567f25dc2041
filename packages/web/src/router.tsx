import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { MissingPage } from './account/missing-page.tsx'
import { accountRoutes } from './account/routes.ts'
import { loadAnew, page } from './arrival.ts'
import { couponSearch } from './coupons/search.ts'
import { orderSearch } from './orders/search.ts'
import { partnerRoutes } from './partner/routes.ts'
import { productSearch } from './products/search.ts'
import { root, signedIn } from './root.ts'
import { queries } from './session.ts'
import { Broken } from './ui/broken.tsx'
import { pagedSearch } from './ui/paged.ts'
import { Loading } from './ui/states.tsx'

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: page(() => import('./start/start-page.tsx'), 'StartPage'),
})

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: async ({ location }) => {
    const {
      session: { stores },
    } = await signedIn({ location })
    const [first] = stores
    throw first
      ? redirect({ to: '/admin/$storeId', params: { storeId: String(first.id) } })
      : redirect({ to: '/admin/new-store' })
  },
})
const newStore = createRoute({
  getParentRoute: () => root,
  path: '/admin/new-store',
  beforeLoad: signedIn,
  component: page(() => import('./admin/new-store-page.tsx'), 'NewStorePage'),
})
const store = createRoute({
  getParentRoute: () => root,
  path: '/admin/$storeId',
  beforeLoad: signedIn,
  component: page(() => import('./admin/shell.tsx'), 'AdminShell'),
})

const home = createRoute({
  getParentRoute: () => store,
  path: '/',
  component: page(() => import('./home/home-page.tsx'), 'HomePage'),
})

const orders = createRoute({
  getParentRoute: () => store,
  path: 'orders',
  validateSearch: orderSearch,
  component: page(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
})
const newOrder = createRoute({
  getParentRoute: () => store,
  path: 'orders/new',
  component: page(() => import('./orders/new-order-page.tsx'), 'NewOrderPage'),
})
const order = createRoute({
  getParentRoute: () => store,
  path: 'orders/$orderId',
  component: page(() => import('./orders/order-page.tsx'), 'OrderPage'),
})

const products = createRoute({
  getParentRoute: () => store,
  path: 'products',
  validateSearch: productSearch,
  component: page(() => import('./products/products-page.tsx'), 'ProductsPage'),
})
const newProduct = createRoute({
  getParentRoute: () => store,
  path: 'products/new',
  component: page(() => import('./products/product-page.tsx'), 'NewProductPage'),
})
const product = createRoute({
  getParentRoute: () => store,
  path: 'products/$productId',
  component: page(() => import('./products/product-page.tsx'), 'ProductPage'),
})
const categories = createRoute({
  getParentRoute: () => store,
  path: 'categories',
  component: page(() => import('./categories/categories-page.tsx'), 'CategoriesPage'),
})

const locations = createRoute({
  getParentRoute: () => store,
  path: 'locations',
  component: page(() => import('./locations/locations-page.tsx'), 'LocationsPage'),
})
const newLocation = createRoute({
  getParentRoute: () => store,
  path: 'locations/new',
  component: page(() => import('./locations/location-page.tsx'), 'NewLocationPage'),
})
const location = createRoute({
  getParentRoute: () => store,
  path: 'locations/$locationId',
  component: page(() => import('./locations/location-page.tsx'), 'LocationPage'),
})

const customers = createRoute({
  getParentRoute: () => store,
  path: 'customers',
  validateSearch: pagedSearch,
  component: page(() => import('./customers/customers-page.tsx'), 'CustomersPage'),
})
const newCustomer = createRoute({
  getParentRoute: () => store,
  path: 'customers/new',
  component: page(() => import('./customers/customer-page.tsx'), 'NewCustomerPage'),
})
const customer = createRoute({
  getParentRoute: () => store,
  path: 'customers/$customerId',
  component: page(() => import('./customers/customer-page.tsx'), 'CustomerPage'),
})
const coupons = createRoute({
  getParentRoute: () => store,
  path: 'coupons',
  validateSearch: couponSearch,
  component: page(() => import('./coupons/coupons-page.tsx'), 'CouponsPage'),
})
const newCoupon = createRoute({
  getParentRoute: () => store,
  path: 'coupons/new',
  component: page(() => import('./coupons/coupon-page.tsx'), 'NewCouponPage'),
})
const coupon = createRoute({
  getParentRoute: () => store,
  path: 'coupons/$couponId',
  component: page(() => import('./coupons/coupon-page.tsx'), 'CouponPage'),
})
const draftOrders = createRoute({
  getParentRoute: () => store,
  path: 'draft-orders',
  component: page(() => import('./draft-orders/draft-orders-page.tsx'), 'DraftOrdersPage'),
})
const newDraftOrder = createRoute({
  getParentRoute: () => store,
  path: 'draft-orders/new',
  component: page(() => import('./draft-orders/new-draft-order-page.tsx'), 'NewDraftOrderPage'),
})
const shippingTables = createRoute({
  getParentRoute: () => store,
  path: 'shipping',
  component: page(() => import('./shipping-tables/shipping-tables-page.tsx'), 'ShippingTablesPage'),
})
const newShippingTable = createRoute({
  getParentRoute: () => store,
  path: 'shipping/new',
  component: page(() => import('./shipping-tables/shipping-table-page.tsx'), 'NewShippingTablePage'),
})
const shippingTable = createRoute({
  getParentRoute: () => store,
  path: 'shipping/$tableId',
  component: page(() => import('./shipping-tables/shipping-table-page.tsx'), 'ShippingTablePage'),
})

const apps = createRoute({
  getParentRoute: () => store,
  path: 'apps',
  component: page(() => import('./apps/apps-page.tsx'), 'AppsPage'),
})
/** Only a document that the server made for this address may frame the app, so whoever comes by a link of ours reloads. */
const embeddedApp = createRoute({
  getParentRoute: () => store,
  path: 'apps/$appId',
  beforeLoad: async ({ cause }): Promise<void> => {
    if (cause !== 'enter' || !router.state.resolvedLocation) return
    router.history.flush()
    await loadAnew()
    await new Promise(() => {})
  },
  component: page(() => import('./apps/embedded-app-page.tsx'), 'EmbeddedAppPage'),
})

const settings = createRoute({
  getParentRoute: () => store,
  path: 'settings',
  component: page(() => import('./settings/settings-frame.tsx'), 'SettingsFrame'),
})
const storeSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: page(() => import('./settings/store-settings.tsx'), 'StoreSettingsPage'),
})
const staffSettings = createRoute({
  getParentRoute: () => settings,
  path: 'staff',
  component: page(() => import('./settings/staff-settings.tsx'), 'StaffSettingsPage'),
})
const accountSettings = createRoute({
  getParentRoute: () => settings,
  path: 'account',
  component: page(() => import('./settings/account-settings.tsx'), 'AccountSettingsPage'),
})
const eventSettings = createRoute({
  getParentRoute: () => settings,
  path: 'events',
  component: page(() => import('./settings/event-settings.tsx'), 'EventSettingsPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    ...accountRoutes,
    admin,
    newStore,
    store.addChildren([
      home,
      orders,
      newOrder,
      order,
      products,
      newProduct,
      product,
      categories,
      locations,
      newLocation,
      location,
      customers,
      newCustomer,
      customer,
      coupons,
      newCoupon,
      coupon,
      draftOrders,
      newDraftOrder,
      shippingTables,
      newShippingTable,
      shippingTable,
      apps,
      embeddedApp,
      settings.addChildren([storeSettings, staffSettings, accountSettings, eventSettings]),
    ]),
    partnerRoutes,
  ]),
  context: { queries },
  // What an address says that no page knows is not asked of the server: it would be refused.
  search: { strict: true },
  defaultPreload: 'intent',
  // What a page reads is kept by the queries; the router only has to fetch its script.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: MissingPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
