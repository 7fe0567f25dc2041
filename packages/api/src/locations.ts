import Type, { type Static } from 'typebox'
import {
  Code,
  DateTime,
  Fields,
  Id,
  Localized,
  LocalizedInput,
  Maybe,
  MaybeBoolean,
  MaybeCode,
  MaybeOf,
  NoBody,
  Nullable,
  Paging,
  SoughtId,
  Text,
  Ulid,
  WholePaging,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { fulfillmentStrategies } from './stores.ts'

const Place = Type.Object({ code: Type.String(), name: Type.String() })

/** Specification 2.2. */
export const Address = Type.Object({
  zipcode: Type.String(),
  street: Type.String(),
  number: Nullable(Type.String()),
  floor: Nullable(Type.String()),
  locality: Nullable(Type.String()),
  city: Type.String(),
  reference: Nullable(Type.String()),
  between_streets: Nullable(Type.String()),
  province: Place,
  region: Place,
  country: Place,
})
export type Address = Static<typeof Address>

/** A place that holds stock (specification 2.2). */
export const Location = Type.Object({
  id: Ulid,
  /** Text here, although the store's id is a number elsewhere. */
  store_id: Type.String(),
  name: Localized,
  address: Address,
  is_default: Type.Boolean(),
  allows_pickup: Type.Boolean(),
  priority: Type.Integer({ minimum: 0 }),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Location = Static<typeof Location>

/** The largest number that a column of the type `integer` holds. */
const maxInteger = 2_147_483_647

/** The smaller, the sooner it is asked to ship. */
const Rank = Type.Integer({ minimum: 0, maximum: maxInteger })

const PlaceInput = Type.Object({ code: Text(), name: Text() })
const Required = Type.String({ minLength: 1, maxLength: 255 })

const AddressInput = Type.Object({
  zipcode: Type.String({ ...Code, minLength: 1 }),
  street: Required,
  number: MaybeCode,
  floor: MaybeCode,
  locality: Maybe(),
  city: Required,
  reference: Maybe(),
  between_streets: Maybe(),
  province: PlaceInput,
  region: PlaceInput,
  country: PlaceInput,
})

export const LocationInput = Type.Object({
  name: LocalizedInput(255),
  address: AddressInput,
  is_default: MaybeBoolean,
  allows_pickup: MaybeBoolean,
  priority: MaybeOf(Rank),
})
export type LocationInput = Static<typeof LocationInput>

/** Lines that are blank already may be sent back so. */
const AddressChange = Type.Partial(
  Type.Object({ ...AddressInput.properties, zipcode: Code, street: Text(), city: Text() }),
)

/** A PUT merges: what is left out stays, inside the address too. */
export const LocationChange = Type.Partial(Type.Object({ ...LocationInput.properties, address: AddressChange }))
export type LocationChange = Static<typeof LocationChange>

export const Priority = Type.Object({
  id: Type.String({ maxLength: 64 }),
  priority: Rank,
})
export type Priority = Static<typeof Priority>

/** As much as a level can hold. */
export const maxStock = maxInteger

/** How many of a variant are at a location; `null` is without limit. */
export const InventoryLevel = Type.Object({
  id: Type.Integer(),
  variant_id: Type.Integer(),
  location_id: Type.String(),
  stock: Nullable(Type.Integer()),
  created_at: DateTime,
  updated_at: DateTime,
})

/** What would change if the locations had other priorities (extension). */
export const BacktestInput = Type.Object({
  priorities: Type.Array(Priority, { minItems: 1, maxItems: 1000 }),
  /** How many of the last orders are tried. */
  orders: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  fulfillment_strategy: Type.Optional(Type.Enum([...fulfillmentStrategies])),
})
export type BacktestInput = Static<typeof BacktestInput>

const BeforeAndAfter = Type.Object({ before: Type.Integer(), after: Type.Integer() })

export const Backtest = Type.Object({
  /** How many were tried. */
  orders: Type.Integer(),
  /** Of those it cannot be told: what they met is not in the ledger. */
  undecided: Type.Integer(),
  /** Of the others so many would leave from other locations, or in other parts. */
  different: Type.Integer(),
  shipments: BeforeAndAfter,
  /** Shipments that leave from each location, by its proposed priority. */
  locations: Type.Array(Type.Object({ location_id: Ulid, ...BeforeAndAfter.properties })),
  /** The newest of the different ones, with the locations that ship them. */
  examples: Type.Array(
    Type.Object({ id: Id, number: Type.Integer(), before: Type.Array(Ulid), after: Type.Array(Ulid) }),
  ),
})
export type Backtest = Static<typeof Backtest>

const OneLocation = Type.Object({ id: Type.String() })

/** Specification 4.2, in its order, then what the public contract adds. */
export const locations = {
  create: endpoint({
    method: 'POST',
    path: '/locations',
    scope: 'write_locations',
    summary: 'Create a location',
    body: LocationInput,
    status: 201,
    reply: Location,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/locations/:id',
    scope: 'write_locations',
    summary: 'Update a location',
    params: OneLocation,
    body: LocationChange,
    reply: Location,
  }),
  list: endpoint({
    method: 'GET',
    path: '/locations',
    scope: 'read_locations',
    summary: 'List the locations in the order of their priority',
    query: WholePaging,
    reply: Location,
    list: true,
  }),
  prioritize: endpoint({
    method: 'PATCH',
    path: '/locations/priorities',
    scope: 'write_locations',
    summary: 'Set the priorities of several locations at once',
    body: Type.Array(Priority, { minItems: 1, maxItems: 1000 }),
    reply: Type.Array(Priority),
    errors: { 422: 'An unknown or repeated id, a repeated or negative priority: nothing is changed' },
  }),
  backtest: endpoint({
    method: 'POST',
    path: '/locations/priorities/backtest',
    scope: 'read_orders',
    summary: 'Try other priorities on the last orders: how would they have been shipped?',
    body: BacktestInput,
    reply: Backtest,
    progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
    errors: { 422: 'An unknown or repeated id, a repeated or negative priority' },
  }),
  chooseDefault: endpoint({
    method: 'PATCH',
    path: '/locations/:id/chosen-as-default',
    scope: 'write_locations',
    summary: 'Make a location the default',
    params: OneLocation,
    body: NoBody,
    reply: Location,
  }),
  get: endpoint({
    method: 'GET',
    path: '/locations/:id',
    scope: 'read_locations',
    summary: 'Read one location',
    params: OneLocation,
    query: Fields,
    reply: Location,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/locations/:id',
    scope: 'write_locations',
    summary: 'Delete a location',
    params: OneLocation,
    status: 204,
    reply: null,
    errors: { 422: 'The location is the default one, or holds stock or open shipments' },
  }),
  inventoryLevels: endpoint({
    method: 'GET',
    path: '/locations/:id/inventory-levels',
    scope: 'read_locations',
    summary: 'List the stock at a location',
    params: OneLocation,
    query: Type.Object({
      ...Paging.properties,
      variant_id: Type.Optional(SoughtId),
    }),
    reply: Type.Object({
      total: Type.Integer(),
      page: Type.Integer(),
      per_page: Type.Integer(),
      results: Type.Array(InventoryLevel),
    }),
    envelope: 'results',
  }),
}
