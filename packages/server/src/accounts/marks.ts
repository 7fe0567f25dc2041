import { createHmac } from 'node:crypto'
import { isSameSecret } from '../access/index.ts'
import type { World } from '../platform/clock.ts'

/**
 * A browser in which somebody has signed in keeps a mark of the account, also when the session has ended. Attempts from
 * there are counted for themselves: whoever guesses elsewhere, or only wants the account locked, keeps nobody out.
 */
export interface Mark {
  account: number
  text: string
}

const sealOf = (key: Buffer, text: string): string => createHmac('sha256', key).update(`mark ${text}`).digest('hex')

export function newMark(world: World, key: Buffer, account: number): string {
  const text = `${account}_${world.random(16).toString('hex')}`
  return `${text}_${sealOf(key, text)}`
}

/** Nothing where it is not sealed under the server's key: nobody makes a mark who was not let in. */
export function readMark(key: Buffer, given: string | undefined): Mark | undefined {
  const [, text = '', account, seal = ''] = /^((\d{1,15})_[0-9a-f]{32})_([0-9a-f]{64})$/.exec(given ?? '') ?? []
  return account !== undefined && isSameSecret(seal, sealOf(key, text)) ? { account: Number(account), text } : undefined
}
