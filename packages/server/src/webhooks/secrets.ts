import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { UnreadableSecretError } from '../access/index.ts'

/** The secret of an app; nothing where there is no such app. */
export type ClientSecretOf = (app: number) => Promise<string | undefined>

/** What signs for an app or a token in a store; nothing where the app is gone, or why it cannot be had. */
export type KeyOf = (store: number, actor: string) => Promise<Key>
type Key = KeyObject | UnreadableSecretError | undefined

/** A new secret is used everywhere after this time, in milliseconds. */
const keptFor = 5000

/** What signs for an app is its client secret; a token made in the store admin has one that is derived. */
export function createKeys(key: Buffer, clientSecretOf: ClientSecretOf): KeyOf {
  const known = new LRUCache<string, Promise<Key>>({ max: 10_000, ttl: keptFor })

  async function find(store: number, actor: string): Promise<KeyObject | undefined> {
    const [kind, id] = actor.split(':')
    const secret = kind === 'app' ? await clientSecretOf(Number(id)) : secretOfToken(key, store, Number(id))
    return secret === undefined ? undefined : createSecretKey(secret, 'utf8')
  }

  return (store, actor) => {
    const name = `${store} ${actor}`
    let found = known.get(name)
    if (!found) {
      found = find(store, actor).catch(unreadable)
      known.set(name, found)
      found.catch(() => known.delete(name))
    }
    return found
  }
}

/** Another reason, such as a database that is away, is none to count an attempt. */
function unreadable(error: unknown): UnreadableSecretError {
  if (error instanceof UnreadableSecretError) return error
  throw error
}

/** Derived from the server's key, so that it need not be stored, and can be shown again (F15). */
export const secretOfToken = (key: Buffer, store: number, token: number): string =>
  `bws_${createHmac('sha256', key).update(`webhooks of token:${token} in store ${store}`).digest('base64url')}`
