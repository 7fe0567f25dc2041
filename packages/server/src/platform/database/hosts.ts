/** Several servers of one database: a primary that takes writes, and standbys that one day will. */
import type pg from 'pg'
import { isConnectionLoss, isLate } from './failures.ts'

/** The driver checks the certificate by whichever of these words TLS is asked for, and warns at length that it might not one day. */
const checked = (url: string): string =>
  /[?&]uselibpqcompat=/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

/** An address for each host: `postgres://user@a:1,b:2/shop` are two. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(checked(url)) ?? []
  return hosts.split(',').map(host => `${before}${host}${after}`)
}

/** How long a host may take to let us in, in milliseconds. One that stands still takes connections, and never answers. */
export const letInWithin = 5_000

/** A server that only reads, as a standby does: asked as if it could not be reached. */
class ReadOnlyError extends Error {
  readonly code = '25006'

  constructor() {
    super('the database takes no writes: it is a standby')
  }
}

export interface Hosts {
  /** Where the next connection goes. */
  address(): string
  /**
   * Connects to one host after the other, beginning with the one that was right the last time. Where there is no other,
   * the one that let nobody in in time is tried once more: nothing was asked of it yet.
   */
  reach<T>(connect: () => Promise<T>): Promise<T>
  /** Refuses a connection to a standby; one host alone is taken as it is, also for reading. */
  refuseStandby(connection: pg.ClientBase): Promise<void>
}

export function hostsOf(url: string): Hosts {
  const addresses = addressesOf(url)
  let at = 0
  return {
    address: () => addresses[at] ?? url,
    async reach(connect) {
      const isAlone = addresses.length === 1
      for (let left = isAlone ? 2 : addresses.length; ; left--) {
        const tried = at
        try {
          return await connect()
        } catch (error) {
          if (!isConnectionLoss(error)) throw error
          // Whoever failed beside us may have moved on already.
          if (at === tried) at = (at + 1) % addresses.length
          if (left <= 1 || (isAlone && !isLate(error))) throw error
        }
      }
    },
    async refuseStandby(connection) {
      if (addresses.length === 1) return
      const { rows } = await connection.query('show transaction_read_only')
      if (rows[0].transaction_read_only === 'on') throw new ReadOnlyError()
    },
  }
}
