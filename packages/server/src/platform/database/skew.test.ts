import { expect, test } from 'vitest'
import type { Queries } from './database.ts'
import { shareClock } from './skew.ts'

/** A machine whose clock is ahead of that of the database, and a question that takes so long, in milliseconds. */
async function machine(given: { ahead: number; took?: number }) {
  const state = { took: 0, ...given }
  let passed = 0
  const real = Date.parse('2026-07-11T00:00:00Z')
  const one = async () => {
    const milliseconds = real + passed
    passed += state.took
    return { milliseconds }
  }
  const clock = await shareClock(
    { one } as unknown as Queries,
    { now: () => new Date(real + passed + state.ahead) },
    () => passed,
  )
  const error = () => clock.now().getTime() - real - passed
  return { state, clock, error }
}

const hour = 3_600_000

test.each([hour, -hour, 365 * 24 * hour, 1001])(
  'a clock that is %i ms off tells the time of the database',
  async ahead => {
    const { clock, error } = await machine({ ahead })
    expect([error(), clock.ahead()]).toEqual([0, ahead])
  },
)

test.each([0, 3, -40, 1000])('one that is %i ms off is right: it makes no steps', async ahead => {
  const { clock, error } = await machine({ ahead })
  expect([error(), clock.ahead()]).toEqual([ahead, 0])
})

test('one that goes wrong, or is set right, is followed', async () => {
  const { state, clock, error } = await machine({ ahead: 0 })
  for (const ahead of [hour, -hour, 0]) {
    state.ahead = ahead
    await clock.follow()
    expect(error()).toBe(0)
  }
})

test('an answer that came late tells nothing', async () => {
  const { state, clock, error } = await machine({ ahead: hour })
  Object.assign(state, { took: 60_000 })
  await clock.follow()
  expect(error()).toBe(0)
})
