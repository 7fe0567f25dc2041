import { beforeAll, describe, expect, test } from 'vitest'
import { emit } from '../events/index.ts'
import { findBroken } from '../platform/database/check.ts'
import { raw } from '../platform/database/sql.ts'
import { dispatcherOf, receiver } from '../testing/receiver.ts'
import { store, type TestStore } from '../testing/store.ts'
import { webhookChecks } from './index.ts'

let of: TestStore
beforeAll(async () => {
  of = await store()
  const target = await receiver()
  target.answer = (response, { body }) => response.writeHead(body.id === 1 ? 200 : 500).end()
  await of.client.webhooks.create({ body: { event: 'order/created', url: target.url } })
  await of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/created', { id: 1 }, { id: 2 }))
  await dispatcherOf(of, { schedule: [600] }).tick()
})

const broken = async () => (await findBroken(of.db, webhookChecks)).map(({ name }) => name)

/** How each rule is broken by hand. */
const damage: Record<string, (store: number) => string> = {
  'webhooks/known-events': store => `update webhooks set event = 'moon/landed' where store_id = ${store}`,
  'journal/numbered': store => `update dispatch set last_entry = 1 where store_id = ${store}`,
  'journal/told-to-all': store => `delete from deliveries where entry_id = 1 and store_id = ${store}`,
  'deliveries/called-for': store => `update dispatch set due_at = 'infinity' where store_id = ${store}`,
}

describe('bodega verify', () => {
  test('finds nothing wrong with webhooks that are in order', async () => {
    expect(await broken()).toEqual([])
  })

  test.each(Object.entries(damage))('finds what is wrong: %s', async (name, statement) => {
    const undo = new Error('undo')
    const damaged = of.db.tx(async tx => {
      await tx.run(raw(statement(of.id)))
      expect((await findBroken(tx, webhookChecks)).map(one => one.name)).toEqual([name])
      expect((await findBroken(tx, webhookChecks, of.id)).map(one => one.name)).toEqual([name])
      expect(await findBroken(tx, webhookChecks, of.id + 1)).toEqual([])
      throw undo
    })
    await expect(damaged).rejects.toBe(undo)
    expect(Object.keys(damage).sort()).toEqual(webhookChecks.map(one => one.name).sort())
  })
})
