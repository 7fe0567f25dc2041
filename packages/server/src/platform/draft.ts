import { rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isPresent } from './embedded/identity.ts'

/** Such as Ctrl-C: they end a process at once. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * What is half done stands beside its place as a draft, and does not stay: it goes when the work is over, when the process is
 * told to end, and where it was killed, with the next work for this place.
 */
export async function drafting<T>(path: string, work: (draft: string) => Promise<T>): Promise<T> {
  await clearLeft(path)
  const draft = `${path}.${process.pid}.part`
  const drop = () => rmSync(draft, { recursive: true, force: true })
  const end = (signal: NodeJS.Signals) => {
    drop()
    // Nobody hears it any more, so that it ends us as it would have.
    for (const one of endings) process.off(one, end)
    process.kill(process.pid, signal)
  }
  for (const signal of endings) process.on(signal, end)
  try {
    return await work(draft)
  } finally {
    for (const signal of endings) process.off(signal, end)
    drop()
  }
}

async function clearLeft(path: string): Promise<void> {
  const folder = dirname(path)
  const start = `${basename(path)}.`
  // Where it cannot be read, the work itself says why.
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] = (name.startsWith(start) && /^(\d+)\.part$/.exec(name.slice(start.length))) || []
    if (pid !== undefined && !isPresent(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}
