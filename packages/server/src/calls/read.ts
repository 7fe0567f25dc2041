import {
  type Contract,
  contract,
  type Endpoint,
  eventNames,
  impliedScopes,
  isScope,
  metafieldOwners,
  type Scope,
  scopeOfEvent,
} from '@bodega/api'
import { type AppCalls, AppError } from '@bodega/api/panel'
import Type, { type Static } from 'typebox'
import { removeOver } from '../platform/database/batches.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { errorsKept } from './recorder.ts'

const labelOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

const ownerScopes = (kind: 'read' | 'write'): Scope[] => Object.values(metafieldOwners).map(owner => owner[kind])

/** What only the body, the row or the answer tells: all that it may have needed. */
const mayNeed = new Map<Endpoint, readonly Scope[]>([
  [contract.metafields.get, ownerScopes('read')],
  [contract.metafields.create, ownerScopes('write')],
  [contract.metafields.update, ownerScopes('write')],
  [contract.metafields.delete, ownerScopes('write')],
  [contract.events.list, eventNames.flatMap(name => scopeOfEvent(name) ?? [])],
  // An order shows its customer to whoever may see customers.
  ...Object.values(contract.orders).map((endpoint): [Endpoint, Scope[]] => [endpoint, ['read_customers']]),
])

const scopesOf = (endpoint: Endpoint): readonly (Scope | 'none')[] => [
  endpoint.scope,
  ...(endpoint.otherScope ? [endpoint.otherScope] : []),
  ...(mayNeed.get(endpoint) ?? []),
]

/** What each endpoint needs, by its label. */
const needs = new Map(
  Object.values(contract as Contract)
    .flatMap(resource => Object.values(resource))
    .map(endpoint => [labelOf(endpoint), scopesOf(endpoint)]),
)

/** The scopes of which nothing that they open was called, and no event heard: one need not ask for them. */
export function unusedScopes(
  registered: readonly string[],
  called: readonly string[],
  heard: readonly string[] = [],
): string[] {
  const used = new Set([...called.flatMap(label => needs.get(label) ?? []), ...heard.map(scopeOfEvent)])
  return registered.filter(isScope).filter(scope => ![...impliedScopes([scope])].some(opened => used.has(opened)))
}

const shipmentForm = labelOf(contract.fulfillmentOrders.fulfill)
const orderForm = labelOf(contract.orders.fulfill)

/** Specification 4.5: an app that tells tracking codes by the order assigns them to the first shipment only. */
export const verdictOf = (shipmentCalls: number, orderCalls: number): AppCalls['multi_inventory']['verdict'] =>
  orderCalls > 0 ? 'not_ready' : shipmentCalls > 0 ? 'ready' : 'unknown'

const kept = 30 * 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const Counted = Type.Object({
  day: Type.String(),
  endpoint: Type.String(),
  calls: Type.Integer(),
  errors: Type.Integer(),
  last_at: Type.String(),
})
type Counted = Static<typeof Counted>

/** What was counted of one thing, together. The rows come by their days: the last one tells when it was called last. */
function togetherBy(name: 'day' | 'endpoint', rows: readonly Counted[]): Counted[] {
  const sums = new Map<string, Counted>()
  for (const row of rows) {
    const { calls, errors } = sums.get(row[name]) ?? { calls: 0, errors: 0 }
    sums.set(row[name], { ...row, calls: calls + row.calls, errors: errors + row.errors })
  }
  return [...sums.values()]
}

const byCalls = (a: Counted, b: Counted) => b.calls - a.calls || (a.endpoint < b.endpoint ? -1 : 1)

/** What an app has asked of the API within the last 30 days. `heard` are the events that its webhooks listen to. */
export async function callsOf(
  db: Queries,
  now: Date,
  { id, scopes }: { id: number; scopes: readonly string[] },
  heard: readonly string[],
): Promise<AppCalls> {
  const since = dayOf(now.getTime() - kept)
  // Of an app in many stores these are millions: they are read once.
  const rows = await db.many(
    Counted,
    sql`
      select day::text as day, endpoint, sum(calls)::bigint as calls, sum(errors)::bigint as errors, max(last_at) as last_at
        from app_calls
       where app_id = ${id} and day > ${since}
       group by day, endpoint
       order by day`,
  )
  const endpoints = togetherBy('endpoint', rows).sort(byCalls)
  const useOf = (label: string) => {
    const { calls = 0, last_at = null } = endpoints.find(({ endpoint }) => endpoint === label) ?? {}
    return { calls, last_at }
  }
  const [shipment_form, order_form] = [useOf(shipmentForm), useOf(orderForm)]
  return {
    days: togetherBy('day', rows).map(({ day, calls, errors }) => ({ day, calls, errors })),
    endpoints: endpoints.map(({ day: _, ...counted }) => counted),
    unused_scopes: unusedScopes(
      scopes,
      endpoints.map(({ endpoint }) => endpoint),
      heard,
    ),
    multi_inventory: { verdict: verdictOf(shipment_form.calls, order_form.calls), shipment_form, order_form },
  }
}

export const errorsOf = (db: Queries, app: number): Promise<AppError[]> =>
  db.many(
    AppError,
    sql`
      select id, store_id, method, path, status, answer, request_id, created_at
        from app_errors
       where app_id = ${app}
       order by id desc
       limit ${errorsKept}`,
  )

/** A day of all apps in all stores may be more than one statement has time for. */
export function sweepCalls(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const isOver = sql`day <= ${dayOf(now.getTime() - kept)}`
  return removeOver(db, { table: 'app_calls', key: ['store_id', 'app_id', 'day', 'endpoint'], isOver }, signal)
}
