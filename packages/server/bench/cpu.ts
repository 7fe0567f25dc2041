/** Processor time and memory, where the system tells them: unlike a rate they hardly depend on what else the machine does. */
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

/** Who does the work: processes of Node.js, and the one of PostgreSQL where it takes part. */
export interface Workers {
  node: readonly number[]
  postgres?: number
}

export interface Cost {
  node_ms: number
  postgres_ms: number
}

async function usedByAll({ node, postgres }: Workers): Promise<Cost> {
  const each = await Promise.all(node.map(usedBy))
  return { node_ms: each.reduce((a, b) => a + b, 0), postgres_ms: postgres ? await usedBy(postgres) : 0 }
}

/** Runs a load and says what it cost in these processes, in milliseconds. */
export async function costing<T>(workers: Workers, load: () => Promise<T>): Promise<[T, Cost]> {
  const before = await usedByAll(workers)
  const result = await load()
  const after = await usedByAll(workers)
  return [result, { node_ms: after.node_ms - before.node_ms, postgres_ms: after.postgres_ms - before.postgres_ms }]
}

/** Megabytes that a process holds; 0 where the system does not tell. */
export async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
}
