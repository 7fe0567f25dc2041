import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, signedIn } from '../root.ts'

const partner = createRoute({
  getParentRoute: () => root,
  path: '/partner',
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./shell.tsx'), 'PartnerShell'),
})
const partnerApps = createRoute({
  getParentRoute: () => partner,
  path: '/',
  component: lazyRouteComponent(() => import('../partner-apps/apps-page.tsx'), 'AppsPage'),
})
const newPartnerApp = createRoute({
  getParentRoute: () => partner,
  path: 'apps/new',
  component: lazyRouteComponent(() => import('../partner-apps/new-app-page.tsx'), 'NewAppPage'),
})
const partnerApp = createRoute({
  getParentRoute: () => partner,
  path: 'apps/$appId',
  component: lazyRouteComponent(() => import('../partner-apps/app-frame.tsx'), 'AppFrame'),
})
const partnerAppOverview = createRoute({
  getParentRoute: () => partnerApp,
  path: '/',
  component: lazyRouteComponent(() => import('../partner-apps/app-page.tsx'), 'AppPage'),
})
const partnerAppSettings = createRoute({
  getParentRoute: () => partnerApp,
  path: 'settings',
  component: lazyRouteComponent(() => import('../partner-apps/app-settings-page.tsx'), 'AppSettingsPage'),
})
const partnerAppCalls = createRoute({
  getParentRoute: () => partnerApp,
  path: 'calls',
  component: lazyRouteComponent(() => import('../partner-apps/app-calls-page.tsx'), 'AppCallsPage'),
})
const partnerAppWebhooks = createRoute({
  getParentRoute: () => partnerApp,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('../partner-apps/app-webhooks-page.tsx'), 'AppWebhooksPage'),
})

export const partnerRoutes = partner.addChildren([
  partnerApps,
  newPartnerApp,
  partnerApp.addChildren([partnerAppOverview, partnerAppSettings, partnerAppCalls, partnerAppWebhooks]),
])
