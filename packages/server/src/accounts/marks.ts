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

/** A shop has one computer for several people: each keeps a mark there, and who came last is remembered longest. */
const most = 5

const sealOf = (key: Buffer, text: string): string => createHmac('sha256', key).update(`mark ${text}`).digest('hex')

function newMark(world: World, key: Buffer, account: number): string {
  const text = `${account}_${world.random(16).toString('hex')}`
  return `${text}_${sealOf(key, text)}`
}

/** Only what is sealed under the server's key counts: nobody makes a mark who was not let in. */
export const readMarks = (key: Buffer, given = ''): Mark[] =>
  given.split('.', most).flatMap(text => {
    const [, sealed = '', account, seal = ''] = /^((\d{1,15})_[0-9a-f]{32})_([0-9a-f]{64})$/.exec(text) ?? []
    return account !== undefined && isSameSecret(seal, sealOf(key, sealed)) ? [{ account: Number(account), text }] : []
  })

/** What the browser keeps when this account has signed in beside those that it has marks of. */
export function addMark(world: World, key: Buffer, account: number, given: string | undefined): string {
  const others = readMarks(key, given).filter(mark => mark.account !== account)
  return [newMark(world, key, account), ...others.map(({ text }) => text)].slice(0, most).join('.')
}
