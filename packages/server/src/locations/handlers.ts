import {
  type Backtest,
  type BacktestInput,
  type Input,
  type InventoryLevel,
  type Location,
  type locations,
  maxPerPage,
  type Report,
} from '@bodega/api'
import type { Static } from 'typebox'
import type { Call, Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { held } from '../platform/http/transactions.ts'
import { chooseDefault, create, get, hold, list, prioritize, type Release, remove, update } from './locations.ts'

/** Features above this one that keep something at a location; `app.ts` hands them in. */
export interface LocationHooks {
  release: Release
  inventoryLevels(
    db: Queries,
    store: number,
    location: Location,
    query: { page: number; per_page: number; variant_id?: number },
  ): Promise<{ total: number; results: Static<typeof InventoryLevel>[] }>
  backtest(call: Write, input: BacktestInput, report: Report<typeof locations.backtest>): Promise<Backtest>
}

export const locationHandlers = ({
  release,
  inventoryLevels,
  backtest,
}: LocationHooks): Handlers<typeof locations, Call> => ({
  create: (call, { body }) => create(call, body),
  update: (call, { params, body }) => update(call, params.id, body),
  list: ({ db, store }, { query }) => list(db, store.id, query),
  prioritize: (call, { body }) => prioritize(call, body),
  backtest: (call, { body }, report) => backtest(call, body, report),
  chooseDefault: (call, { params }) => chooseDefault(call, params.id),
  get: ({ db, store }, { params }) => get(db, store.id, params.id),
  delete: held<Call, Input<typeof locations.delete>, null>(
    (call, { params }) => hold(call, params.id),
    (call, { params }) => remove(call, params.id, release),
  ),
  inventoryLevels: async ({ db, store }, { params, query }) => {
    const location = await get(db, store.id, params.id)
    const { total, results } = await inventoryLevels(db, store.id, location, query)
    return { total, page: query.page, per_page: Math.min(query.per_page, maxPerPage), results }
  },
})
