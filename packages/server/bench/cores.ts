/** Which cores of the machine a process may use: what measures is to take nothing from what it measures. */
import { execFileSync } from 'node:child_process'

const taskset = (...args: string[]): string => execFileSync('taskset', args, { encoding: 'utf8', stdio: 'pipe' })

/** From `0-2,5`, as Linux writes them. */
export const coresOf = (list: string): number[] =>
  list.split(',').flatMap(range => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })

/** With all of its threads. What it starts from then on has the same. */
const confine = (cores: readonly number[]) => taskset('-apc', cores.join(','), String(process.pid))

/**
 * Whatever `start` starts has all cores but the last, and this process that one from then on. Says whether it is so: where
 * there is one core, or a system that cannot tell, all share what there is.
 */
export async function apart<T>(start: () => Promise<T>): Promise<[started: T, isApart: boolean]> {
  const cores = known()
  if (cores.length < 2) return [await start(), false]
  confine(cores.slice(0, -1))
  const started = await start()
  confine(cores.slice(-1))
  return [started, true]
}

function known(): number[] {
  try {
    return coresOf(taskset('-pc', String(process.pid)).split(': ')[1] ?? '')
  } catch {
    return []
  }
}
