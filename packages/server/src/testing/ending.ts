/** What was opened is closed at the end, the last first: when a test file ends, or a program that uses these parts. */

type Task = () => Promise<unknown>

/** Kept apart from the module, which a worker may load more than once. */
const shared = globalThis as { bodegaEnding?: Task[] }
shared.bodegaEnding ??= []
const tasks = shared.bodegaEnding

export function atEnd(task: Task): void {
  tasks.push(task)
}

export async function endAll(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task()
}
