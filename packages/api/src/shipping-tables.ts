import Type, { type Static } from 'typebox'
import {
  Code,
  DateTime,
  Fields,
  Id,
  Maybe,
  MaybeBoolean,
  MaybeOf,
  Nullable,
  OrderMoney,
  Paging,
  Text,
  Ulid,
} from './common.ts'
import { endpoint } from './endpoint.ts'

/** A number, or a text that says one. */
const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 40 })])
const Days = Nullable(Type.Integer({ minimum: 0, maximum: 1000 }))

const End = Type.String({ ...Code, maxLength: 32 })
const Range = Type.Object({ from: End, to: End })

/** What a package costs from one location, or from all that no other rate of the zone names. */
const Rate = Type.Object({
  location_id: Nullable(Ulid),
  min_days: Days,
  max_days: Days,
  /** Ascending; the first that carries the weight counts. `null` carries any. */
  steps: Type.Array(
    Type.Object({ max_weight: Nullable(Type.String({ pattern: '^\\d+\\.\\d{3}$' })), price: OrderMoney }),
  ),
})

/** Where packages go to. An empty list is no condition. */
export const ShippingZone = Type.Object({
  name: Type.String(),
  country: Nullable(Type.String()),
  provinces: Type.Array(Type.String()),
  postal_codes: Type.Array(Range),
  rates: Type.Array(Rate),
})
export type ShippingZone = Static<typeof ShippingZone>

/** A way of shipping with prices of the store's own. */
export const ShippingTable = Type.Object({
  id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  allow_free_shipping: Type.Boolean(),
  /** The first that contains the destination counts. */
  zones: Type.Array(ShippingZone),
  created_at: DateTime,
  updated_at: DateTime,
})
export type ShippingTable = Static<typeof ShippingTable>

const ZoneInput = Type.Object({
  name: Maybe(),
  country: MaybeOf(Type.String({ pattern: '^[A-Za-z]{2}$' })),
  provinces: MaybeOf(Type.Array(Text(), { maxItems: 200 })),
  postal_codes: MaybeOf(Type.Array(Range, { maxItems: 1000 })),
  rates: Type.Array(
    Type.Object({
      location_id: Maybe(64),
      min_days: Type.Optional(Days),
      max_days: Type.Optional(Days),
      steps: Type.Array(Type.Object({ max_weight: MaybeOf(Amount), price: Amount }), {
        minItems: 1,
        maxItems: 100,
      }),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
})
export type ShippingZoneInput = Static<typeof ZoneInput>

export const ShippingTableInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  active: MaybeBoolean,
  allow_free_shipping: MaybeBoolean,
  zones: Type.Array(ZoneInput, { minItems: 1, maxItems: 200 }),
})
export type ShippingTableInput = Static<typeof ShippingTableInput>

/** A PUT merges; zones are replaced as a whole. */
export const ShippingTableChange = Type.Partial(ShippingTableInput)
export type ShippingTableChange = Static<typeof ShippingTableChange>

const OneTable = Type.Object({ id: Id })
const wrong = { 422: 'A field is wrong, or a location does not exist' }

/** Table rates (extension): prices by destination, origin and weight. */
export const shippingTables = {
  list: endpoint({
    method: 'GET',
    path: '/shipping_tables',
    scope: 'read_shipping',
    summary: 'List the table rates',
    query: Paging,
    reply: ShippingTable,
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/shipping_tables',
    scope: 'write_shipping',
    summary: 'Create a table of shipping prices by zone, origin and weight',
    body: ShippingTableInput,
    status: 201,
    reply: ShippingTable,
    errors: wrong,
  }),
  get: endpoint({
    method: 'GET',
    path: '/shipping_tables/:id',
    scope: 'read_shipping',
    summary: 'Read one table',
    params: OneTable,
    query: Fields,
    reply: ShippingTable,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/shipping_tables/:id',
    scope: 'write_shipping',
    summary: 'Update a table',
    params: OneTable,
    body: ShippingTableChange,
    reply: ShippingTable,
    errors: wrong,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/shipping_tables/:id',
    scope: 'write_shipping',
    summary: 'Delete a table',
    params: OneTable,
    reply: Type.Object({}),
  }),
}
