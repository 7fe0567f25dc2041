import { createRoute } from '@tanstack/react-router'
import { page } from '../arrival.ts'
import { root, signedIn } from '../root.ts'

const partner = createRoute({
  getParentRoute: () => root,
  path: '/partner',
  beforeLoad: signedIn,
  component: page(() => import('./shell.tsx'), 'PartnerShell'),
})
const partnerApps = createRoute({
  getParentRoute: () => partner,
  path: '/',
  component: page(() => import('../partner-apps/apps-page.tsx'), 'AppsPage'),
})
const newPartnerApp = createRoute({
  getParentRoute: () => partner,
  path: 'apps/new',
  component: page(() => import('../partner-apps/new-app-page.tsx'), 'NewAppPage'),
})
const partnerApp = createRoute({
  getParentRoute: () => partner,
  path: 'apps/$appId',
  component: page(() => import('../partner-apps/app-frame.tsx'), 'AppFrame'),
})
const partnerAppOverview = createRoute({
  getParentRoute: () => partnerApp,
  path: '/',
  component: page(() => import('../partner-apps/app-page.tsx'), 'AppPage'),
})
const partnerAppSettings = createRoute({
  getParentRoute: () => partnerApp,
  path: 'settings',
  component: page(() => import('../partner-apps/app-settings-page.tsx'), 'AppSettingsPage'),
})
const partnerAppCalls = createRoute({
  getParentRoute: () => partnerApp,
  path: 'calls',
  component: page(() => import('../partner-apps/app-calls-page.tsx'), 'AppCallsPage'),
})
const partnerAppWebhooks = createRoute({
  getParentRoute: () => partnerApp,
  path: 'webhooks',
  component: page(() => import('../partner-apps/app-webhooks-page.tsx'), 'AppWebhooksPage'),
})

export const partnerRoutes = partner.addChildren([
  partnerApps,
  newPartnerApp,
  partnerApp.addChildren([partnerAppOverview, partnerAppSettings, partnerAppCalls, partnerAppWebhooks]),
])
