import type { Notification } from './events.ts'

/** What came is not from the service, or too old to be trusted. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
  }
}

/** `Headers` of whatever library: each has a class of its own. */
interface SomeHeaders {
  get(name: string): string | null | undefined
}

export interface ReceivedWebhook {
  /** The body exactly as it came: parsed and written again it is not the same. */
  body: string | Uint8Array
  headers: SomeHeaders | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The client secret of the app; several while it is being changed. */
  secret: string | readonly string[]
  /**
   * Which signature to demand: that of Standard Webhooks, which also says when it was made, or the one of the ecosystem.
   * Where it is left out, the first counts where it is there, and otherwise the second.
   */
  scheme?: 'standard' | 'linkedstore'
  /** So many seconds a Standard Webhooks signature may be old, or ahead of this clock. */
  tolerance?: number
  now?: Date
}

type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

const bytesOf = (text: string | Uint8Array): Bytes =>
  typeof text === 'string' ? encoder.encode(text) : new Uint8Array(text)

function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

const fromHex = (text: string): Bytes =>
  Uint8Array.from(/^([0-9a-f]{2})+$/i.test(text) ? (text.match(/../g) ?? []) : [], pair => Number.parseInt(pair, 16))

const isSome = (headers: ReceivedWebhook['headers']): headers is SomeHeaders => typeof headers.get === 'function'

function headerOf(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (isSome(headers)) return headers.get(name) ?? undefined
  const key = Object.keys(headers).find(one => one.toLowerCase() === name)
  const value = key === undefined ? undefined : headers[key]
  return typeof value === 'string' ? value : value?.[0]
}

/** The secret as it is shown, or in the form that libraries for Standard Webhooks take: `whsec_` and base64. */
const keyOf = (secret: string) =>
  crypto.subtle.importKey(
    'raw',
    secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )

/** Compared in constant time, by the library. */
async function isSigned(secrets: readonly string[], signatures: readonly Bytes[], content: Bytes): Promise<boolean> {
  for (const secret of secrets) {
    const key = await keyOf(secret)
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, content)) return true
  }
  return false
}

function joined(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function refuseStale(timestamp: string, { tolerance = 300, now = new Date() }: ReceivedWebhook): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('the timestamp is no number')
  const age = now.getTime() / 1000 - Number(timestamp)
  if (Math.abs(age) > tolerance) throw new WebhookVerificationError('the timestamp is too far from now')
}

/**
 * Gives the notification when the service has really sent it, and throws a `WebhookVerificationError` otherwise. Runs
 * wherever there is Web Crypto: Node.js, browsers, workers.
 */
export async function verifyWebhook<T = Notification>(received: ReceivedWebhook): Promise<T> {
  const { headers, scheme } = received
  const body = bytesOf(received.body)
  const secrets = [received.secret].flat()
  const standard = headerOf(headers, 'webhook-signature')
  const own = headerOf(headers, 'x-linkedstore-hmac-sha256')
  if (scheme === 'standard' || (scheme === undefined && standard !== undefined)) {
    const id = headerOf(headers, 'webhook-id')
    const timestamp = headerOf(headers, 'webhook-timestamp')
    if (!standard || !id || !timestamp) throw new WebhookVerificationError('a header of the signature is missing')
    refuseStale(timestamp, received)
    const signatures = standard
      .split(' ')
      .filter(one => one.startsWith('v1,'))
      .map(one => fromBase64(one.slice(3)))
    const content = joined(encoder.encode(`${id}.${timestamp}.`), body)
    if (!(await isSigned(secrets, signatures, content))) throw new WebhookVerificationError('the signature is wrong')
  } else {
    if (!own) throw new WebhookVerificationError('there is no signature')
    if (!(await isSigned(secrets, [fromHex(own)], body))) throw new WebhookVerificationError('the signature is wrong')
  }
  // Whoever holds the secret wrote it, and the type is what they write.
  return JSON.parse(new TextDecoder().decode(body)) as T
}
