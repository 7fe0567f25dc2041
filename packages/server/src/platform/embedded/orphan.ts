import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProcesses, type Identity, isAlive, isPresent } from './identity.ts'

/**
 * The `cluster_name`, which PostgreSQL shows in the title of each of its processes: how ours are told from any other,
 * without rights to look into them. From the folder and not from its contents, which a copy would share.
 */
export function clusterName(cluster: string): string {
  const { dev, ino } = statSync(cluster, { bigint: true })
  return `bodega(${dev.toString(16)}.${ino.toString(16)})`
}

/** Ends what an earlier owner left running, so that the cluster can be started. Call with the lock held. */
export async function clearOrphans(cluster: string, last: Identity | undefined): Promise<void> {
  const find = () =>
    process.platform === 'win32'
      ? [last].flatMap(server => (server && isAlive(server) ? [server.pid] : []))
      : findProcesses(clusterName(cluster), statSync(cluster).uid)
  const main = find().find(pid => pid === readPostmaster(cluster) || pid === last?.pid)
  if (main !== undefined) await end(main, () => !find().includes(main))

  // children of a killed server end by themselves when they next wait, which in a long query is late
  for (const pid of find()) send(pid, 'SIGKILL')
  await waitUntil(() => find().length === 0, 1000)

  // PostgreSQL takes the number in its file for a living server when any process of its user has that number today
  const claimed = readPostmaster(cluster)
  if (claimed !== undefined && isPresent(claimed) && find().length === 0) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
  }
}

/** Fast, then immediate: with a checkpoint when it can be had soon, else the recovery at the start makes up for it. */
async function end(pid: number, isGone: () => boolean): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 2500],
    ['SIGQUIT', 1000],
    ['SIGKILL', 500],
  ] as const) {
    send(pid, signal)
    if (await waitUntil(isGone, patience)) return
  }
}

async function waitUntil(isSo: () => boolean, patience: number): Promise<boolean> {
  for (const end = Date.now() + patience; Date.now() < end; await delay(20)) if (isSo()) return true
  return isSo()
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // gone meanwhile
  }
}

function readPostmaster(cluster: string): number | undefined {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  const pid = Number.parseInt(readFileSync(path, 'utf8'), 10)
  return pid > 0 ? pid : undefined // negative: a run without a server, which ends by itself
}
