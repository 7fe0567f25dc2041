import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoop } from './loop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a round is followed by the next after the time that it says', async () => {
  const round = vi.fn(async () => 100)
  const loop = createLoop(round)
  loop.start()
  await vi.advanceTimersByTimeAsync(99)
  expect(round).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(201)
  expect(round).toHaveBeenCalledTimes(4)
  await loop.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(round).toHaveBeenCalledTimes(4)
})

test('a call ends the wait, and several are answered by one round', async () => {
  const round = vi.fn(async () => 1000)
  const loop = createLoop(round, () => 5)
  loop.start()
  await vi.advanceTimersByTimeAsync(10)
  for (let i = 0; i < 3; i++) loop.notify()
  await vi.advanceTimersByTimeAsync(1)
  expect(round).toHaveBeenCalledTimes(2)
  await loop.stop()
})

test('a call during a round is not forgotten', async () => {
  let calls = 0
  const loop = createLoop(
    async () => {
      if (++calls === 1) loop.notify()
      return 1000
    },
    () => 5,
  )
  loop.start()
  await vi.advanceTimersByTimeAsync(10)
  expect(calls).toBe(2)
  await vi.advanceTimersByTimeAsync(900)
  expect(calls).toBe(2)
  await loop.stop()
})

test('calls that come in a stream share a round', async () => {
  const round = vi.fn(async () => 1000)
  const loop = createLoop(round, () => 20)
  loop.start()
  await vi.advanceTimersByTimeAsync(30)
  for (let i = 0; i < 100; i++) {
    loop.notify()
    await vi.advanceTimersByTimeAsync(1)
  }
  // At the beginning, with the first call, and every 20 ms from then on.
  expect(round).toHaveBeenCalledTimes(1 + 6)
  await vi.advanceTimersByTimeAsync(900)
  expect(round).toHaveBeenCalledTimes(1 + 6)
  await loop.stop()
})

test('a call does not put off what comes sooner anyway', async () => {
  const round = vi.fn(async () => 2)
  const loop = createLoop(round, () => 20)
  loop.start()
  await vi.advanceTimersByTimeAsync(1)
  loop.notify()
  await vi.advanceTimersByTimeAsync(1)
  expect(round).toHaveBeenCalledTimes(2)
  await loop.stop()
})
