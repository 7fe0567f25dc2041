/** Lets one process at a time do something. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any work takes that waits for its turn here, in milliseconds. */
const longest = 10 * 60_000

export async function alone(lock, work) {
  for (let isTold = false; !(await take(lock)); ) {
    if (await isLeftBehind(lock)) {
      await rm(lock, { force: true })
      continue
    }
    if (!isTold) console.error(`Waiting for another process to be done, which has left ${lock} ...`)
    isTold = true
    await pause(50)
  }
  try {
    await work()
  } finally {
    await rm(lock, { force: true })
  }
}

async function take(lock) {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Whether the process that made the lock is gone. In a container the next one has the same number, and what has it is
 * no other then. One that has not yet written its number is about to, unless the disk was full.
 */
async function isLeftBehind(lock) {
  const made = await stat(lock).catch(() => undefined)
  if (!made) return false
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
  if (pid === process.pid || Date.now() - made.mtimeMs > longest) return true
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
