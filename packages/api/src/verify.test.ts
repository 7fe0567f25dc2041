import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { type ReceivedWebhook, verifyWebhook } from './verify.ts'

const secret = 'bcs_1_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij'
const body = '{"store_id":1,"event":"order/created","id":7}'
const notification = { store_id: 1, event: 'order/created', id: 7 }
const now = new Date()
const seconds = Math.floor(now.getTime() / 1000)
const whsec = `whsec_${btoa(secret)}`

const bytes = (text: string) => new TextEncoder().encode(text)
const macOf = async (secret: string, content: string): Promise<number[]> => {
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return [...new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(content)))]
}
const hexOf = (mac: readonly number[]) => mac.map(byte => byte.toString(16).padStart(2, '0')).join('')
const base64Of = (mac: readonly number[]) => btoa(String.fromCharCode(...mac))

const mac = await macOf(secret, body)
const hex = hexOf(mac)

const signed = (timestamp = seconds, of = body) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(timestamp),
  'webhook-signature': new Webhook(whsec).sign('msg_1', new Date(timestamp * 1000), of),
})

const verify = (headers: ReceivedWebhook['headers'], change: Partial<ReceivedWebhook> = {}) =>
  verifyWebhook({ body, headers, secret, now, ...change })

const refused = { name: 'WebhookVerificationError' }

describe('D63: the signature of the ecosystem', () => {
  const headers = { 'x-linkedstore-hmac-sha256': hex }

  test('over the exact bytes gives the notification', async () => {
    expect(await verify(headers)).toEqual(notification)
    expect(await verify(headers, { body: new TextEncoder().encode(body) })).toEqual(notification)
    expect(await verify(new Headers(headers))).toEqual(notification)
    expect(await verify(new Map(Object.entries(headers)))).toEqual(notification)
    expect(await verify({ 'X-Linkedstore-Hmac-Sha256': [hex] })).toEqual(notification)
  })

  test.each([
    ['another body', { body: `${body} ` }, hex],
    ['another secret', { secret: 'other' }, hex],
    ['cut off', {}, hex.slice(0, -2)],
    ['one digit changed', {}, hex.replace(/.$/, last => (last === '0' ? '1' : '0'))],
    ['base64 instead of hex', {}, base64Of(mac)],
    ['empty', {}, ''],
    ['nonsense', {}, 'zz'],
  ])('is refused: %s', async (_what, change, signature) => {
    await expect(verify({ 'x-linkedstore-hmac-sha256': signature }, change)).rejects.toMatchObject(refused)
  })
})

describe('D63: the signature of Standard Webhooks', () => {
  test('as another library makes it gives the notification', async () => {
    expect(await verify(signed())).toEqual(notification)
    expect(await verify(signed(), { secret: whsec })).toEqual(notification)
    expect(await verify(new Headers(signed()))).toEqual(notification)
  })

  test('counts before the other one where both are there', async () => {
    const both = { ...signed(), 'x-linkedstore-hmac-sha256': hex }
    expect(await verify(both)).toEqual(notification)
    await expect(verify({ ...both, 'webhook-signature': 'v1,AAAA' })).rejects.toMatchObject(refused)
    expect(await verify({ ...both, 'webhook-signature': 'v1,AAAA' }, { scheme: 'linkedstore' })).toEqual(notification)
    await expect(verify({ 'x-linkedstore-hmac-sha256': hex }, { scheme: 'standard' })).rejects.toMatchObject(refused)
  })

  test('may be one of several, and one of several secrets', async () => {
    const headers = signed()
    const several = { ...headers, 'webhook-signature': `v1a,x v1,AAAA ${headers['webhook-signature']}` }
    expect(await verify(several, { secret: ['old', secret] })).toEqual(notification)
  })

  test('is refused when it is too old, or of the future', async () => {
    for (const off of [-301, 301]) await expect(verify(signed(seconds + off))).rejects.toMatchObject(refused)
    for (const off of [-299, 299]) expect(await verify(signed(seconds + off))).toEqual(notification)
    expect(await verify(signed(seconds - 1000), { tolerance: 2000 })).toEqual(notification)
  })

  test.each([
    ['webhook-id', 'msg_2'],
    ['webhook-timestamp', String(seconds - 1)],
    ['webhook-timestamp', 'soon'],
    ['webhook-signature', 'v1,'],
    ['webhook-signature', 'v2,AAAA'],
    ['webhook-signature', 'v1,%%%'],
    ['webhook-id', undefined],
    ['webhook-timestamp', undefined],
  ])('is refused with %s = %s', async (name, value) => {
    await expect(verify({ ...signed(), [name]: value })).rejects.toMatchObject(refused)
  })

  test('is refused for another body or secret', async () => {
    await expect(verify(signed(), { body: `${body} ` })).rejects.toMatchObject(refused)
    await expect(verify(signed(), { secret: 'other' })).rejects.toMatchObject(refused)
  })
})

test('without any signature nothing is believed', async () => {
  await expect(verify({})).rejects.toMatchObject(refused)
})

test('laws: what is signed is believed, by either signature; with one character changed, or another secret, it is not', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  // A text that stands for bytes in base64 is a secret of its own.
  const secrets = text.filter(one => !one.startsWith('whsec_'))
  await fc.assert(
    fc.asyncProperty(fc.json(), secrets, secrets, fc.nat(), async (body, secret, other, at) => {
      fc.pre(secret !== other)
      const place = at % body.length
      const changed = body.slice(0, place) + (body[place] === '1' ? '2' : '1') + body.slice(place + 1)
      const headers = { 'x-linkedstore-hmac-sha256': hexOf(await macOf(secret, body)) }
      const twice = { ...headers, 'webhook-id': 'm', 'webhook-timestamp': String(seconds) }
      const base64 = base64Of(await macOf(secret, `m.${seconds}.${body}`))
      for (const given of [headers, { ...twice, 'webhook-signature': `v1,${base64}` }]) {
        expect(await verify(given, { body, secret })).toEqual(JSON.parse(body))
        await expect(verify(given, { body: changed, secret })).rejects.toMatchObject(refused)
        await expect(verify(given, { body, secret: other })).rejects.toMatchObject(refused)
      }
    }),
  )
})
