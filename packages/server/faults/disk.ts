/** A disk that can be full. Only root can make one; elsewhere the run goes without, and says so. */
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from '../src/testing/ending.ts'
import { newFolder } from '../src/testing/process.ts'

export interface Disk {
  folder: string
  /** Leaves no room for a while; undefined where this machine cannot. */
  fill: ((duration: number) => Promise<void>) | undefined
}

/** A file system of its own in memory, with room for the database and not much more. */
export function smallDisk(megabytes: number): Disk {
  const folder = newFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'bodega-faults', folder])
  if (mounted.status !== 0) return { folder, fill: undefined }
  atEnd(async () => spawnSync('umount', ['--lazy', folder]))
  chmodSync(folder, 0o711)
  return {
    folder,
    async fill(duration) {
      const ballast = join(folder, 'ballast')
      writeUntilFull(ballast)
      await pause(duration)
      rmSync(ballast)
    },
  }
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const size of [2 ** 20, 2 ** 12]) fillWith(file, Buffer.alloc(size))
  } finally {
    closeSync(file)
  }
}

function fillWith(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
