import type { Scope } from '@bodega/api'
import type { PartnerApp, PartnerAppChange } from '@bodega/api/panel'

export const addresses = [
  'redirect_url',
  'app_url',
  'preferences_url',
  'privacy_policy_url',
  'support_url',
  'support_email',
  'store_redact_url',
  'customers_redact_url',
  'customers_data_request_url',
] as const
export type Address = (typeof addresses)[number]

/** An application while it is edited: what can be typed is text. */
export interface AppDraft extends Record<Address, string> {
  name: string
  distribution: PartnerApp['distribution']
  /** `12, 40` */
  stores: string
  scopes: readonly Scope[]
}

export const draftOf = (app: PartnerApp): AppDraft => ({
  name: app.name,
  distribution: app.distribution,
  stores: app.store_ids.join(', '),
  // Every address of the list, which `fromEntries` does not say in its type.
  ...(Object.fromEntries(addresses.map(name => [name, app[name] ?? ''])) as Record<Address, string>),
  // What the server sends are the scopes that it knows.
  scopes: app.scopes as Scope[],
})

/** Whether both name the same scopes, in whatever order. */
export const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

/** Numbers, and what separates them. */
export const storesPattern = '[0-9,; ]*'

export const storeIdsOf = (stores: string): number[] => (stores.match(/\d+/g) ?? []).map(Number)

/** What is empty is taken back, but for the redirect address, which an application always has. */
export function inputOf({ name, distribution, stores, scopes, redirect_url, ...others }: AppDraft): PartnerAppChange {
  const orNull = Object.fromEntries(Object.entries(others).map(([field, text]) => [field, text || null]))
  return {
    name,
    distribution,
    store_ids: storeIdsOf(stores),
    redirect_url,
    ...orNull,
    scopes: [...scopes],
  }
}
