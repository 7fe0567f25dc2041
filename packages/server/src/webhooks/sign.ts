import { createHmac, type KeyObject } from 'node:crypto'

const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text)

/**
 * The headers by which a receiver knows that a body comes from here: the ecosystem's own, and Standard Webhooks (D63).
 * Names and values in turn, as they are sent.
 */
export function signatures(key: KeyObject, { id, body, now }: { id: string; body: string; now: Date }): string[] {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return [
    'x-linkedstore-hmac-sha256',
    hmac(key, body).digest('hex'),
    'webhook-id',
    id,
    'webhook-timestamp',
    timestamp,
    'webhook-signature',
    `v1,${hmac(key, `${id}.${timestamp}.${body}`).digest('base64')}`,
  ]
}
