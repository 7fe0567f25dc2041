/** The one rule that must hold whatever happens: priorities 0 to n-1, each once, and the first is the default (D40). */
import fc from 'fast-check'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { aLocation, app, store, type TestStore, testWorld } from '../testing/store.ts'

const priority = fc.option(fc.nat(9), { nil: undefined })
const isDefault = fc.constantFrom(undefined, undefined, true, false)
const place = fc.record({ index: fc.nat(9), priority: fc.integer({ min: -1, max: 9 }) })

const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), priority, isDefault }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), index: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), index: fc.nat(9), priority, isDefault }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('patch' as const), places: fc.array(place, { maxLength: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('choose' as const), index: fc.nat(9) }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** Does it to the locations as `order` knows them; others may have changed them since. */
async function perform({ id, request }: TestStore, order: readonly string[], operation: Operation, tag?: string) {
  const path = `/v1/${id}/locations`
  const at = (index: number) => order[index % Math.max(1, order.length)] ?? 'none'
  const headers = tag ? { 'if-match': tag } : {}
  const fields = (priority?: number, is_default?: boolean) => ({
    ...(priority === undefined ? {} : { priority }),
    ...(is_default === undefined ? {} : { is_default }),
  })
  switch (operation.kind) {
    case 'create':
      return request('POST', path, { body: { ...aLocation(), ...fields(operation.priority, operation.isDefault) } })
    case 'delete':
      return request('DELETE', `${path}/${at(operation.index)}`, { headers })
    case 'put': {
      const body = { name: `N${Math.random()}`, ...fields(operation.priority, operation.isDefault) }
      return request('PUT', `${path}/${at(operation.index)}`, { body, headers })
    }
    case 'patch': {
      const body = operation.places.map(({ index, priority }) => ({ id: at(index), priority }))
      return request('PATCH', `${path}/priorities`, { body })
    }
    case 'choose':
      return request('PATCH', `${path}/${at(operation.index)}/chosen-as-default`, { headers })
  }
}

const Row = Type.Object({ id: Type.String(), priority: Type.Integer(), is_default: Type.Boolean() })

/** The ids by priority, after the rule has been checked. */
async function dense({ db, id }: TestStore): Promise<string[]> {
  const rows = await db.many(
    Row,
    sql`select id, priority, is_default from locations where store_id = ${id} order by priority`,
  )
  expect(rows).toEqual(rows.map(({ id }, index) => ({ id, priority: index, is_default: index === 0 })))
  return rows.map(({ id }) => id)
}

/** What the order must be afterwards, from the words of D40 to D43 alone; `undefined` where they refuse. */
function expected(order: readonly string[], operation: Operation, made: string): string[] | undefined {
  const moved = (id: string, priority: number) => {
    const others = order.filter(other => other !== id)
    return others.toSpliced(Math.min(priority, others.length), 0, id)
  }
  const at = (index: number) => order[index % Math.max(1, order.length)] ?? 'none'
  switch (operation.kind) {
    case 'create':
      return moved(made, operation.isDefault ? 0 : (operation.priority ?? order.length))
    case 'delete': {
      const id = at(operation.index)
      return order.indexOf(id) > 0 ? order.filter(other => other !== id) : undefined
    }
    case 'put': {
      const id = at(operation.index)
      const from = order.indexOf(id)
      if (from < 0 || (from === 0 && operation.isDefault === false)) return undefined
      return moved(id, operation.isDefault ? 0 : (operation.priority ?? from))
    }
    case 'choose':
      return order.length > 0 ? moved(at(operation.index), 0) : undefined
    case 'patch': {
      const places = operation.places.map(({ index, priority }) => ({ id: at(index), priority }))
      const isOnce = (values: unknown[]) => new Set(values).size === values.length
      const isFine =
        places.length > 0 &&
        places.every(({ id, priority }) => order.includes(id) && priority >= 0) &&
        isOnce(places.map(({ id }) => id)) &&
        isOnce(places.map(({ priority }) => priority))
      if (!isFine) return undefined
      return placed(order, places)
    }
  }
}

/** Searches for the one order that the words describe, place by place from the end. */
function placed(order: readonly string[], places: readonly { id: string; priority: number }[]): string[] {
  const waiting = places.toSorted((a, b) => a.priority - b.priority)
  const others = order.filter(id => !places.some(place => place.id === id))
  const result: string[] = []
  for (let at = order.length - 1; at >= 0; at--) {
    const last = waiting.at(-1)
    const isHere = last !== undefined && (last.priority >= at || others.length === 0)
    const next = isHere ? waiting.pop()?.id : others.pop()
    result.unshift(next ?? 'none')
  }
  return result
}

test('D40 to D43: 1,000 random operations, each with the one right outcome', async () => {
  const world = testWorld()
  const server = await app({ world })
  let done = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 50, maxLength: 50 }), async operations => {
      const shop = await store({ server, world })
      let order: string[] = []
      for (const operation of operations) {
        const answer = await perform(shop, order, operation)
        const after = expected(order, operation, answer.body?.id)
        expect({ operation, order, wasDone: answer.status < 300 }).toEqual({
          operation,
          order,
          wasDone: after !== undefined,
        })
        if (!after) {
          expect([404, 422]).toContain(answer.status)
          refused++
        }
        order = after ?? order
        expect(await dense(shop)).toEqual(order)
        done++
      }
    }),
    { numRuns: 20 },
  )
  expect(done).toBeGreaterThanOrEqual(1000)
  expect(refused).toBeGreaterThan(50)
  expect(refused).toBeLessThan(done / 2)
}, 240_000)

test('D40: 20 writers at once, 1,000 operations in all, and the rule holds at every moment', async () => {
  const shop = await store()
  await Promise.all(Array.from({ length: 5 }, () => shop.client.locations.create({ body: aLocation() })))
  const statuses = new Map<number, number>()

  const writer = async (seed: number) => {
    for (const next of fc.sample(operation, { numRuns: 50, seed })) {
      const order = await dense(shop)
      // Some of them under a tag: those run on a snapshot, and must be no exception.
      const index = 'index' in next ? next.index : 1
      const id = order[index % order.length]
      const tag =
        index % 4 === 0 ? (await shop.request('GET', `/v1/${shop.id}/locations/${id}`)).headers.etag : undefined
      const { status } = await perform(shop, order, next, tag)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, seed) => writer(seed)))

  const order = await dense(shop)
  expect(new Set(order).size).toBe(order.length)
  for (const status of statuses.keys()) expect([200, 201, 204, 404, 412, 422]).toContain(status)
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(1000)
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) + (statuses.get(204) ?? 0)).toBeGreaterThan(300)
  const ids = await shop.db.run(sql`
    select 1 from events where store_id = ${shop.id} and event = 'location/created'`)
  const gone = await shop.db.run(sql`
    select 1 from events where store_id = ${shop.id} and event = 'location/deleted'`)
  expect(ids - gone).toBe(order.length)
}, 240_000)
