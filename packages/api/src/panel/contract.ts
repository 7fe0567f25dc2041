import { accounts, invitations, partners } from './accounts.ts'
import { authorizations } from './authorizations.ts'
import { storeEvents } from './events.ts'
import { members } from './members.ts'
import { partnerApps } from './partner-apps.ts'
import { storePrivacy } from './privacy.ts'
import { sessions } from './sessions.ts'
import { storeApps, storeTokens } from './store-apps.ts'
import { stores } from './stores.ts'
import { departures, partnerWebhooks, storeWebhooks } from './webhooks.ts'

/** Every operation of the panel, by resource: what the pages need beyond the public contract. */
export const panelContract = {
  sessions,
  accounts,
  invitations,
  partners,
  partnerApps,
  authorizations,
  stores,
  members,
  storeApps,
  storeTokens,
  partnerWebhooks,
  departures,
  storeWebhooks,
  storeEvents,
  storePrivacy,
}
