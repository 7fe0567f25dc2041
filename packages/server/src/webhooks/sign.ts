import { createHmac } from 'node:crypto'

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text)

/** The headers by which a receiver knows that a body comes from here: the ecosystem's own, and Standard Webhooks (D63). */
export function signatures(secret: string, { id, body, now }: { id: string; body: string; now: Date }) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'x-linkedstore-hmac-sha256': hmac(secret, body).digest('hex'),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(secret, `${id}.${timestamp}.${body}`).digest('base64')}`,
  }
}
