import { execFileSync } from 'node:child_process'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'

/** Where and on what a run was made. */
export interface Machine {
  commit: string
  node: string
  system: string
  processors: string
  memory_gb: number
  /** When it began and when it ended: a busy machine makes all figures small, and ratios uncertain. */
  load: number[]
}

function commitOf(folder: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' and changes')
  } catch {
    return 'unknown'
  }
}

export const load = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100

export function machineOf(folder: string): Machine {
  const all = cpus()
  return {
    commit: commitOf(folder),
    node: process.version,
    system: `${platform()} ${release()} ${process.arch}`,
    processors: `${all.length} × ${all[0]?.model.trim() || process.arch}`,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    load: [load()],
  }
}
