import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { tryConnect } from './child.ts'
import { findUsers, registerUser } from './lock.ts'
import { urlOf } from './owner.ts'
import type { Files } from './place.ts'
import { readState } from './state.ts'

/**
 * Joins the server of another process; undefined while it is not ready. The guest registers first and looks then,
 * and the owner announces its end first and counts guests then (below): so one of the two sees the other.
 */
export async function joinServer(files: Files): Promise<{ url: string; leave(): void } | undefined> {
  if (readState(files.state)?.phase !== 'ready') return undefined
  const leave = registerUser(files.lock)
  const state = readState(files.state)
  if (state?.phase === 'ready' && existsSync(files.password)) {
    const url = urlOf(state.port, readFileSync(files.password, 'utf8').trim())
    if ((await tryConnect(url)) === undefined) return { url, leave }
  }
  leave()
  return undefined
}

/** A command that happened to start the server must not end it under another that joined. */
export async function untilAlone(files: Files, announce: (phase: 'ready' | 'stopping') => void): Promise<void> {
  for (;;) {
    announce('stopping')
    if (findUsers(files.lock).length === 0) return
    announce('ready')
    while (findUsers(files.lock).length > 0) await delay(100)
  }
}
