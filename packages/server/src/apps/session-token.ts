import { createHmac } from 'node:crypto'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const fiveMinutes = 300

export interface Opened {
  app: number
  store: number
  account: number
  issuer: string
}

/**
 * By this an embedded app knows which store and which person has opened it (specification 5.5): a JWT under the app's
 * client secret, which its own server verifies. Ids are text here. It opens nothing of ours.
 */
export function sessionToken(secret: string, now: Date, { app, store, account, issuer }: Opened): string {
  const iat = Math.floor(now.getTime() / 1000)
  const claims = {
    storeId: String(store),
    userId: String(account),
    sub: String(account),
    iss: issuer,
    aud: String(app),
    iat,
    exp: iat + fiveMinutes,
  }
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
