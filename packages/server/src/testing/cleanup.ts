/**
 * What a test file opened is closed when it ends, the last first. Vitest loads this file before each of them, so the
 * hook below is there however a file came to open something; an `afterAll` inside a `beforeAll` would never run.
 */
import { afterAll } from 'vitest'

type Task = () => Promise<unknown>

/** Kept apart from the module, which a worker may load more than once. */
const shared = globalThis as { bodegaCleanup?: Task[] }
shared.bodegaCleanup ??= []
const tasks = shared.bodegaCleanup

export function atEnd(task: Task): void {
  tasks.push(task)
}

afterAll(async () => {
  for (const task of tasks.splice(0).reverse()) await task()
})
