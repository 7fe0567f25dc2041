/** Processor time, where the system tells it: unlike a rate it hardly depends on what else the machine does. */
import { readdir, readFile } from 'node:fs/promises'

interface Times {
  parent: number
  own: number
  /** Of the children that have ended. */
  ended: number
}

/** Linux counts in hundredths of a second. */
const tick = 10

async function timesOf(pid: number | string): Promise<Times | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (!text) return undefined
  // The name in the second field may contain anything, but ends with the last bracket.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const sum = (...at: number[]) => at.reduce((total, i) => total + (fields[i] ?? 0), 0) * tick
  return { parent, own: sum(11, 12), ended: sum(13, 14) }
}

/** Milliseconds that a process has used, together with its children, those of a PostgreSQL being its connections. */
async function usedBy(pid: number): Promise<number> {
  const names = await readdir('/proc').catch(() => [])
  const all = await Promise.all(names.filter(name => /^\d+$/.test(name)).map(timesOf))
  const self = await timesOf(pid)
  const children = all.filter(times => times?.parent === pid)
  return (self?.own ?? 0) + (self?.ended ?? 0) + children.reduce((sum, times) => sum + (times?.own ?? 0), 0)
}

/** Runs a load and says what it cost in these processes, in milliseconds. */
export async function costing<T>(pids: readonly number[], load: () => Promise<T>): Promise<[T, number]> {
  const used = async () => (await Promise.all(pids.map(usedBy))).reduce((a, b) => a + b, 0)
  const before = await used()
  const result = await load()
  return [result, (await used()) - before]
}
