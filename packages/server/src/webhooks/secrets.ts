import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** The secret of an app; nothing where there is no such app. */
export type ClientSecretOf = (app: number) => Promise<string | undefined>

/** A new secret is used everywhere after this time, in milliseconds. */
const keptFor = 5000

/** What signs for an app is its client secret; a token made in the store admin has one that is derived. */
export function createSecrets(key: Buffer, clientSecretOf: ClientSecretOf) {
  const known = new LRUCache<string, Promise<string | undefined>>({ max: 10_000, ttl: keptFor })
  return (store: number, actor: string): Promise<string | undefined> => {
    const [kind, id] = actor.split(':')
    if (kind !== 'app') return Promise.resolve(secretOfToken(key, store, actor))
    let secret = known.get(actor)
    if (!secret) {
      secret = clientSecretOf(Number(id))
      known.set(actor, secret)
      secret.catch(() => known.delete(actor))
    }
    return secret
  }
}

/** Derived from the server's key, so that it need not be stored, and can be shown again (F15). */
const secretOfToken = (key: Buffer, store: number, actor: string): string =>
  `bws_${createHmac('sha256', key).update(`webhooks of ${actor} in store ${store}`).digest('base64url')}`
