import { ApiError } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { hashPassword, replacePassword } from '../accounts/index.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Mail } from '../platform/mail.ts'
import { database } from '../testing/database.ts'
import { meet } from '../testing/locks.ts'
import { type Person, person, signedUp } from '../testing/people.ts'
import { app, type TestWorld, testWorld } from '../testing/store.ts'

let world: TestWorld
let server: FastifyInstance
let db: Db
const mails: Mail[] = []

beforeAll(async () => {
  world = testWorld()
  server = await app({ world, send: async mail => void mails.push(mail) })
  db = (await database()).db
})

const password = 'correct horse battery'

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return { status: error.status, body: error.body as Record<string, unknown> }
    },
  )

const emailOf = (someone: Awaited<ReturnType<typeof signedUp>>) => someone.session().account?.email ?? ''

describe('signing in', () => {
  test('signing up signs in; whoever is not signed in is told so, and may ask', async () => {
    const stranger = person(server)
    expect(await stranger.panel.sessions.get()).toEqual({
      account: null,
      csrf_token: null,
      partner: null,
      stores: [],
      demo: false,
      sign_up: true,
    })
    expect(await refusal(stranger.panel.sessions.list())).toMatchObject({ status: 401 })
    const ana = await signedUp(server)
    expect(await ana.panel.sessions.get()).toMatchObject({
      account: { name: expect.any(String), email: emailOf(ana) },
      csrf_token: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('a body that no form fills is not even read', async () => {
    const send = (bytes: number) =>
      server.inject({
        method: 'POST',
        url: '/panel/session',
        headers: { 'content-type': 'application/json' },
        body: `{"x":"${'x'.repeat(bytes - 8)}"}`,
      })
    expect((await send(64 * 1024)).statusCode).toBe(422)
    expect((await send(64 * 1024 + 1)).statusCode).toBe(413)
  })

  test('the address in any letter case and the password sign in; anything else is one and the same refusal', async () => {
    const email = emailOf(await signedUp(server))
    const again = person(server)
    await again.panel.sessions.signIn({ body: { email: email.toUpperCase(), password } })
    expect(again.session().account?.email).toBe(email)
    const wrong = await refusal(person(server).panel.sessions.signIn({ body: { email, password: 'wrong' } }))
    const unknown = await refusal(
      person(server).panel.sessions.signIn({ body: { email: 'nobody@test.example', password } }),
    )
    expect(wrong).toMatchObject({ status: 401 })
    expect(unknown).toEqual(wrong)
  })

  test('an address has one account, and weak passwords are refused', async () => {
    const email = emailOf(await signedUp(server))
    const { panel } = person(server)
    const create = (body: { name: string; email: string; password: string }) => refusal(panel.accounts.create({ body }))
    expect(await create({ name: 'Ana', email: email.toUpperCase(), password })).toEqual({
      status: 422,
      body: { email: ['has already been taken'] },
    })
    expect(await create({ name: 'Ana', email: 'ana@test.example', password: 'password1' })).toMatchObject({
      status: 422,
      body: { password: [expect.any(String)] },
    })
    expect(await create({ name: ' ', email: 'x', password: 'short' })).toMatchObject({
      status: 422,
      body: { name: [expect.any(String)], email: [expect.any(String)], password: [expect.any(String)] },
    })
  })

  test('ASVS 7.2.4: each sign-in gives a new session id, and the one that the browser had before ends', async () => {
    const ana = await signedUp(server)
    const [before, email] = [ana.cookie() ?? '', emailOf(ana)]
    await ana.panel.sessions.signIn({ body: { email, password } })
    expect(ana.cookie()).not.toBe(before)
    const old = await server.inject({ url: '/panel/sessions', headers: { cookie: before } })
    expect(old.statusCode).toBe(401)
    expect(await ana.panel.sessions.list()).toHaveLength(1)
  })

  test('it is throttled by account: ten wrong ones, then a wait, also with the right password', async () => {
    const email = emailOf(await signedUp(server))
    const attempt = (word: string) => refusal(person(server).panel.sessions.signIn({ body: { email, password: word } }))
    for (let i = 0; i < 10; i++) expect(await attempt('wrong')).toMatchObject({ status: 401 })
    expect(await attempt(password)).toMatchObject({ status: 429 })
    world.advance(30_000)
    expect(await attempt(password)).toBeUndefined()
    for (let i = 0; i < 10; i++) expect(await attempt('wrong')).toMatchObject({ status: 401 })
  })

  test('who has signed in before in a browser is not kept out of there by what others try', async () => {
    const [ana, boris] = [await signedUp(server), await signedUp(server)]
    const { id = 0, email = '' } = ana.session().account ?? {}
    const attempt = (who: Person, word = 'wrong') =>
      refusal(who.panel.sessions.signIn({ body: { email, password: word } }))
    await ana.panel.sessions.signOut()
    for (let i = 0; i < 10; i++) await attempt(person(server))
    // The mark of another account is none here.
    expect(await attempt(boris, password)).toMatchObject({ status: 429 })
    // Nor is one that somebody made up: they would have as many guesses as marks.
    const forged = `bodega_browser=${id}_${'0'.repeat(32)}_${'0'.repeat(64)}`
    expect(await attempt(person(server, { cookie: forged }))).toMatchObject({ status: 429 })
    for (let i = 0; i < 10; i++) expect(await attempt(ana)).toMatchObject({ status: 401 })
    expect(await attempt(ana, password)).toMatchObject({ status: 429 })
    world.advance(30_000)
    expect(await attempt(ana, password)).toBeUndefined()
    // Nobody else may guess the more for it.
    expect(await attempt(person(server))).toMatchObject({ status: 401 })
    expect(await attempt(person(server), password)).toMatchObject({ status: 429 })
  })

  test('nor is any of those who share a browser, as long as not too many came since', async () => {
    const proxied = await app({ world, trustProxy: ['127.0.0.1'] })
    const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' })
    const ana = await signedUp(proxied, from('192.0.2.3'))
    const email = emailOf(ana)
    const attempt = (who: Person) => refusal(who.panel.sessions.signIn({ body: { email, password } }))
    const guess = () =>
      person(proxied, from('192.0.2.67')).panel.sessions.signIn({ body: { email, password: 'wrong' } })
    const signUpThere = () =>
      ana.panel.accounts.create({ body: { name: 'Ben', email: `ben${Math.random()}@test.example`, password } })
    for (let i = 0; i < 4; i++) await signUpThere()
    for (let i = 0; i < 10; i++) await refusal(guess())
    expect(await attempt(ana)).toBeUndefined()
    for (let i = 0; i < 5; i++) await signUpThere()
    expect(await attempt(ana)).toMatchObject({ status: 429 })
  })

  test('who has tried too much from one place locks no further accounts from there', async () => {
    const proxied = await app({ world, trustProxy: ['127.0.0.1'] })
    const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' })
    const email = emailOf(await signedUp(proxied, from('192.0.2.1')))
    const attempt = (address: string, body: { email: string; password: string }) =>
      refusal(person(proxied, from(address)).panel.sessions.signIn({ body }))
    const guess = (of: string) => attempt('192.0.2.66', { email: of, password: 'wrong' })
    for (let i = 0; i < 50; i++) await guess(`nobody${i}@test.example`)
    for (let i = 0; i < 10; i++) expect(await guess(email)).toMatchObject({ status: 429 })
    expect(await attempt('192.0.2.1', { email, password })).toBeUndefined()
  })

  test.each(['192.0.2.68', '[2001:db8:0:68::1]'])('%s is one place, also where a proxy names the port', async place => {
    const proxied = await app({ world, trustProxy: ['127.0.0.1'] })
    const from = (port: number) =>
      person(proxied, { 'x-forwarded-for': `${place}:${port}`, 'x-forwarded-proto': 'https' }).panel
    const guess = (i: number) => {
      const body = { email: `nobody${i}@test.example`, password: 'wrong' }
      return refusal(from(49152 + i).sessions.signIn({ body }))
    }
    for (let i = 0; i < 50; i++) expect(await guess(i)).toMatchObject({ status: 401 })
    expect(await guess(50)).toMatchObject({ status: 429 })
  })

  test('an account has one throttle in whatever letters its address is written, where the database finds it by them', async () => {
    const ana = person(server)
    const email = `mimi${Math.random()}@test.example`
    await ana.panel.accounts.create({ body: { name: 'Ana', email, password } })
    const written = email.replace('mi', 'm\u0130')
    const { same } = await db.one(
      Type.Object({ same: Type.Boolean() }),
      sql`select lower(${written}) = ${email} as same`,
    )
    const attempt = (address: string) =>
      refusal(person(server).panel.sessions.signIn({ body: { email: address, password: 'wrong' } }))
    for (let i = 0; i < 10; i++) expect(await attempt(email)).toMatchObject({ status: 401 })
    expect(await attempt(written)).toMatchObject({ status: same ? 429 : 401 })
  })

  test('from one place so many sign up, and then one in two minutes', async () => {
    const proxied = await app({ world, trustProxy: ['127.0.0.1'] })
    const signUp = () => {
      const there = person(proxied, { 'x-forwarded-for': '192.0.2.20', 'x-forwarded-proto': 'https' })
      const body = { name: 'Ana', email: `many${Math.random()}@test.example`, password }
      return refusal(there.panel.accounts.create({ body }))
    }
    for (let i = 0; i < 30; i++) expect(await signUp()).toBeUndefined()
    expect(await signUp()).toMatchObject({ status: 429 })
    world.advance(120_000)
    expect([await signUp(), await signUp()]).toMatchObject([undefined, { status: 429 }])
  })

  test('where nobody may sign up, nobody can', async () => {
    const closed = person(await app({ signUp: false }))
    expect((await closed.panel.sessions.get()).sign_up).toBe(false)
    const body = { name: 'Ana', email: 'closed@test.example', password }
    expect(await refusal(closed.panel.accounts.create({ body }))).toMatchObject({ status: 403 })
  })

  test('nor does anybody become a partner there, who could make stores; one that is may have another name', async () => {
    const closed = await app({ signUp: false })
    const ana = await signedUp(server)
    const ofClosed = person(closed)
    await ofClosed.panel.sessions.signIn({ body: { email: emailOf(ana), password } })
    const become = () => ofClosed.panel.partners.become({ body: { name: 'Ana Apps' } })
    expect(await refusal(ofClosed.panel.stores.create({ body: { name: 'Shop', country: 'BR' } }))).toMatchObject({
      status: 403,
    })
    expect(await refusal(become())).toMatchObject({ status: 403 })
    await ana.panel.partners.become({ body: { name: 'Ana' } })
    expect((await become()).partner).toMatchObject({ name: 'Ana Apps' })
  })

  test('in demo mode one click signs in, elsewhere there is no such thing', async () => {
    const owner = await signedUp(server)
    const demo = await app({ demo: { owner: emailOf(owner), partner: 'nobody@test.example' } })
    const visitor = person(demo)
    expect((await visitor.panel.sessions.get()).demo).toBe(true)
    await visitor.panel.sessions.signInToDemo({ body: { as: 'owner' } })
    expect(visitor.session().account?.email).toBe(emailOf(owner))
    const nowhere = person(server).panel.sessions.signInToDemo({ body: { as: 'owner' } })
    expect(await refusal(nowhere)).toMatchObject({ status: 404 })
  })

  test('a page under a name that leads here, but is not ours, is not signed in to the demo', async () => {
    const demo = await app({ demo: { owner: emailOf(await signedUp(server)), partner: 'nobody@test.example' } })
    const click = async (url: string, host: string, type: string) => {
      const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', 'content-type': type }
      const body = type === 'application/json' ? '{"as":"owner"}' : 'as=owner'
      return [(await demo.inject({ method: 'POST', url, headers, body })).headers['set-cookie']].flat()[0]
    }
    for (const [url, type] of [
      ['/panel/session/demo', 'application/json'],
      ['/sign-in/demo', 'application/x-www-form-urlencoded'],
    ] as const) {
      expect(await click(url, 'localhost:3000', type)).toMatch(/^bodega_session=bss_/)
      expect(await click(url, 'evil.example:3000', type)).toBeUndefined()
    }
    const page = async (host: string) => (await demo.inject({ url: '/sign-in', headers: { host } })).body
    expect(await page('localhost:3000')).toContain('/sign-in/demo')
    expect(await page('evil.example:3000')).not.toContain('/sign-in/demo')
    const offered = async (host: string) =>
      (await demo.inject({ url: '/panel/session', headers: { host } })).json().demo
    expect([await offered('laptop.local:3000'), await offered('evil.example:3000')]).toEqual([true, false])
  })
})

describe('the cookies of a session and of the browser', () => {
  const cookiesOf = async (
    headers: Record<string, string>,
    trustProxy: string[] | false,
    publicUrls: string[] = [],
  ): Promise<string[]> => {
    const { headers: answered } = await (await app({ trustProxy, publicUrls })).inject({
      method: 'POST',
      url: '/panel/accounts',
      headers: { 'content-type': 'application/json', ...headers },
      payload: { name: 'Ana', email: `${Math.random()}@test.example`, password },
    })
    return [answered['set-cookie'] ?? []].flat()
  }

  test('scripts cannot read them, other sites cannot send them', async () => {
    const [session, browser] = await cookiesOf({}, false)
    expect(session).toMatch(/^bodega_session=bss_[0-9a-z]+_\w{36}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/)
    expect(browser).toMatch(/^bodega_browser=\d+_\w{97}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
  })

  test('over https they are bound to the host, and never leave without TLS', async () => {
    const [session, browser] = await cookiesOf({ 'x-forwarded-proto': 'https' }, ['127.0.0.1'])
    expect(session).toMatch(/^__Host-bodega_session=bss_.*; Path=\/; .*; HttpOnly; SameSite=Lax; Secure$/)
    expect(browser).toMatch(/^__Host-bodega_browser=.*; Path=\/; .*; HttpOnly; SameSite=Lax; Secure$/)
  })

  test('so they are at a public address with https, although the proxy before it is not trusted', async () => {
    const of = async (host: string) =>
      (await cookiesOf({ host }, false, ['https://shop.example', 'http://shop.internal:3000']))[0]
    expect(await of('shop.example')).toMatch(/^__Host-bodega_session=bss_.*; Secure$/)
    expect(await of('shop.internal:3000')).toMatch(/^bodega_session=bss_.*; SameSite=Lax$/)
    expect(await of('127.0.0.1:3000')).toMatch(/^bodega_session=bss_.*; SameSite=Lax$/)
  })

  test('D25: what the database keeps cannot be used', async () => {
    const ana = await signedUp(server)
    const [, secret = ''] = (ana.cookie() ?? '').split('=')
    const Row = Type.Object({ row: Type.String() })
    const rows = await db.many(Row, sql`select to_jsonb(s)::text as row from sessions s`)
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(secret.split('_')[2])
  })
})

describe('CSRF: table 4.1, row 16', () => {
  const rename = (ana: Awaited<ReturnType<typeof signedUp>>, headers: Record<string, string>) =>
    ana.fetch('http://localhost/panel/account', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name: 'Changed' }),
    })

  test('a write without the token of the session is refused, and so is one with that of another', async () => {
    const [ana, ben] = [await signedUp(server), await signedUp(server)]
    const own = ana.session().csrf_token ?? ''
    for (const token of ['', 'nonsense', ben.session().csrf_token ?? '', `${own} `, own.slice(1)]) {
      expect((await rename(ana, token ? { 'x-csrf-token': token } : {})).status).toBe(403)
    }
    expect((await rename(ana, { 'x-csrf-token': own })).status).toBe(200)
  })

  test('a write from another site is refused, also with the token', async () => {
    const ana = await signedUp(server)
    const token = { 'x-csrf-token': ana.session().csrf_token ?? '' }
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await rename(ana, { ...token, ...(headers as Record<string, string>) })).status).toBe(403)
    }
    const site = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }
    expect((await rename(ana, { ...token, ...site })).status).toBe(200)
  })

  test('no other site can sign somebody in or up', async () => {
    const evil = person(server, { origin: 'https://evil.example' })
    const body = { name: 'Ana', email: 'forged@test.example', password }
    expect(await refusal(evil.panel.accounts.create({ body }))).toMatchObject({ status: 403 })
    expect(await refusal(evil.panel.sessions.signIn({ body }))).toMatchObject({ status: 403 })
  })
})

describe('sessions', () => {
  test('are listed with where they are, and can be ended one by one', async () => {
    const ana = await signedUp(server, { 'user-agent': 'Laptop' })
    const phone = person(server, { 'user-agent': 'Phone' })
    const tablet = person(server, { 'user-agent': 'Tablet' })
    world.advance(1000)
    // Two of one moment: who came last stands before.
    await tablet.panel.sessions.signIn({ body: { email: emailOf(ana), password } })
    await phone.panel.sessions.signIn({ body: { email: emailOf(ana), password } })
    const open = await ana.panel.sessions.list()
    expect(open).toMatchObject([
      { user_agent: 'Phone', is_current: false, address: '127.0.0.1' },
      { user_agent: 'Tablet', is_current: false },
      { user_agent: 'Laptop', is_current: true },
    ])
    await ana.panel.sessions.end({ params: { id: open[0]?.id ?? 0 } })
    expect(await refusal(phone.panel.sessions.list())).toMatchObject({ status: 401 })
    expect(await ana.panel.sessions.list()).toHaveLength(2)
  })

  test('signing in anew ends the one that the browser had, and no other', async () => {
    const ana = await signedUp(server, { 'user-agent': 'Laptop' })
    const phone = person(server, { 'user-agent': 'Phone' })
    const body = { email: emailOf(ana), password }
    await phone.panel.sessions.signIn({ body })
    world.advance(1000)
    await ana.panel.sessions.signIn({ body })
    expect(await phone.panel.sessions.list()).toMatchObject([{ user_agent: 'Laptop' }, { user_agent: 'Phone' }])
  })

  test("somebody else's session does not exist", async () => {
    const [ana, ben] = [await signedUp(server), await signedUp(server)]
    const [session] = await ana.panel.sessions.list()
    expect(await refusal(ben.panel.sessions.end({ params: { id: session?.id ?? 0 } }))).toMatchObject({ status: 404 })
    expect(await ana.panel.sessions.list()).toHaveLength(1)
  })

  test('ASVS 7.4.1: signing out ends it on the server; signing out everywhere ends all', async () => {
    const ana = await signedUp(server)
    const phone = person(server)
    await phone.panel.sessions.signIn({ body: { email: emailOf(ana), password } })
    const cookie = ana.cookie() ?? ''
    await ana.panel.sessions.signOut()
    expect(ana.cookie()).toBeUndefined()
    expect((await server.inject({ url: '/panel/sessions', headers: { cookie } })).statusCode).toBe(401)
    expect(await phone.panel.sessions.list()).toHaveLength(1)
    await ana.panel.sessions.signIn({ body: { email: emailOf(phone), password } })
    await phone.panel.sessions.endAll()
    expect(phone.cookie()).toBeUndefined()
    expect(await refusal(ana.panel.sessions.list())).toMatchObject({ status: 401 })
  })

  test('end two weeks after they were used, and after three months whatever happens', async () => {
    const clock = testWorld()
    const here = await app({ world: clock })
    const day = 86_400_000
    const [idle, busy] = [await signedUp(here), await signedUp(here)]
    for (let i = 0; i < 13; i++) {
      clock.advance(day)
      await busy.panel.sessions.list()
    }
    clock.advance(day)
    expect(await refusal(idle.panel.sessions.list())).toMatchObject({ status: 401 })
    const anew = person(here)
    await anew.panel.sessions.signIn({ body: { email: emailOf(idle), password } })
    expect(await anew.panel.sessions.list()).toMatchObject([{ is_current: true }])
    for (let i = 14; i < 89; i++) {
      expect(await busy.panel.sessions.list()).toHaveLength(1)
      clock.advance(day)
    }
    clock.advance(day)
    expect(await refusal(busy.panel.sessions.list())).toMatchObject({ status: 401 })
  })
})

describe('passwords', () => {
  /** The mail that comes when somebody has asked for it. */
  const asked = async (email: string, by = person(server)): Promise<Mail> => {
    const before = mails.length
    expect(await by.panel.accounts.askReset({ body: { email } })).toEqual({})
    await expect.poll(() => mails.length).toBe(before + 1)
    return mails[before] as Mail
  }
  const tokenIn = ({ text }: Mail) => /token=(\w+)/.exec(text)?.[1] ?? ''

  test('changing it needs the old one, and signs out everywhere else', async () => {
    const ana = await signedUp(server)
    const phone = person(server)
    await phone.panel.sessions.signIn({ body: { email: emailOf(ana), password } })
    const change = (current_password: string, next: string) =>
      refusal(ana.panel.accounts.changePassword({ body: { current_password, password: next } }))
    expect(await change('wrong', 'another good one')).toEqual({ status: 422, body: { current_password: ['is wrong'] } })
    expect(await change(password, 'password1')).toMatchObject({ status: 422, body: { password: [expect.any(String)] } })
    expect(await change(password, 'another good one')).toBeUndefined()
    expect(await refusal(phone.panel.sessions.list())).toMatchObject({ status: 401 })
    expect(await ana.panel.sessions.list()).toHaveLength(1)
    const body = { email: emailOf(ana), password: 'another good one' }
    expect(await refusal(phone.panel.sessions.signIn({ body }))).toBeUndefined()
  })

  test('a forgotten one is chosen anew by a link, which works once and for an hour', async () => {
    const ana = await signedUp(server, { 'accept-language': 'pt-BR' })
    const email = emailOf(ana)
    const stranger = person(server, { 'accept-language': 'pt-BR' })
    mails.length = 0
    expect(await stranger.panel.accounts.askReset({ body: { email: 'nobody@test.example' } })).toEqual({})
    const mail = await asked(email, stranger)
    expect(mails).toMatchObject([{ to: email, subject: 'Escolha uma nova senha' }])
    expect(mail.text).toContain('http://localhost/reset-password?token=bpr_')
    const token = tokenIn(mail)
    const reset = (by: string) =>
      refusal(stranger.panel.accounts.reset({ body: { token: by, password: 'a forgotten thing' } }))

    expect(await reset(token)).toBeUndefined()

    expect(stranger.session().account?.email).toBe(email)
    expect(await refusal(ana.panel.sessions.list())).toMatchObject({ status: 401 })
    expect(await reset(token)).toEqual({ status: 422, body: { token: ['is not valid any more'] } })
    const late = tokenIn(await asked(email, stranger))
    world.advance(3_600_000)
    expect(await reset(late)).toMatchObject({ status: 422 })
    expect(await reset('nonsense')).toMatchObject({ status: 422 })
  })

  test('whoever has somebody else’s session guesses no more than ten times which one it is', async () => {
    const ana = await signedUp(server)
    const change = (current_password: string) =>
      refusal(ana.panel.accounts.changePassword({ body: { current_password, password: 'another good one' } }))
    for (let i = 0; i < 10; i++) expect(await change('wrong')).toMatchObject({ status: 422 })
    expect(await change(password)).toMatchObject({ status: 429 })
    world.advance(30_000)
    expect(await change(password)).toBeUndefined()
    // Nor is who knew it any longer counted among those who guess.
    for (let i = 0; i < 10; i++) expect(await change('wrong')).toMatchObject({ status: 422 })
  })

  test('a weak one cannot be chosen by a link either, and the link can still be used', async () => {
    const token = tokenIn(await asked(emailOf(await signedUp(server))))
    const choose = (next: string) => refusal(person(server).panel.accounts.reset({ body: { token, password: next } }))
    expect(await choose('password1')).toMatchObject({ status: 422, body: { password: [expect.any(String)] } })
    expect(await choose('a forgotten thing')).toBeUndefined()
  })

  test('links are asked for, and tried, so often from one place; and so often for one address, wherever from', async () => {
    const proxied = await app({ world, trustProxy: ['127.0.0.1'], send: async () => {} })
    const from = (address: string) =>
      person(proxied, { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' }).panel
    const ask = (address: string, email: string) => refusal(from(address).accounts.askReset({ body: { email } }))
    for (let i = 0; i < 30; i++) expect(await ask('192.0.2.10', `nobody${i}@test.example`)).toBeUndefined()
    expect(await ask('192.0.2.10', 'nobody@test.example')).toMatchObject({ status: 429 })
    for (let i = 0; i < 30; i++) expect(await ask(`198.51.100.${i}`, 'often@test.example')).toBeUndefined()
    expect(await ask('198.51.100.99', 'Often@test.example')).toMatchObject({ status: 429 })
    const attempt = () => refusal(from('192.0.2.11').accounts.reset({ body: { token: 'bpr_1_x', password } }))
    for (let i = 0; i < 50; i++) expect(await attempt()).toMatchObject({ status: 422 })
    expect(await attempt()).toMatchObject({ status: 429 })
  })

  test('whoever asks is answered before anything is done for the account: the time tells nobody that there is one', async () => {
    const email = emailOf(await signedUp(server))
    mails.length = 0
    let isAnswered = false
    await meet(
      db,
      tx => tx.run(sql`lock table password_resets in exclusive mode`),
      async () => {
        await person(server).panel.accounts.askReset({ body: { email } })
        isAnswered = true
      },
      () => vi.waitFor(() => expect(isAnswered).toBe(true)),
    )
    await expect.poll(() => mails).toMatchObject([{ to: email }])
  })

  test('the link goes to the address of the account, also where another text finds the account', async () => {
    const email = 'admin@wiki.example'
    const body = { name: 'Ana', email, password }
    await person(server).panel.accounts.create({ body })
    mails.length = 0
    // PostgreSQL may take the dotted capital for an i; to a mailer it is a domain of somebody else.
    for (const typed of ['admin@wİki.example', 'Admin@WIKI.example', email])
      await person(server).panel.accounts.askReset({ body: { email: typed } })
    await expect.poll(() => mails.length).toBeGreaterThanOrEqual(2)
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([email]))
  })

  test('a link that was not used ends when the password is changed', async () => {
    const ana = await signedUp(server)
    const token = tokenIn(await asked(emailOf(ana)))
    await ana.panel.accounts.changePassword({ body: { current_password: password, password: 'another good one' } })
    const body = { token, password: 'of somebody else' }
    expect(await refusal(person(server).panel.accounts.reset({ body }))).toMatchObject({ status: 422 })
  })

  test('a new one of somebody is nothing to anybody else', async () => {
    const [ana, ben] = [await signedUp(server), await signedUp(server)]
    const linkOf = async (someone: Person) => tokenIn(await asked(emailOf(someone)))
    const his = await linkOf(ben)
    await ana.panel.accounts.changePassword({ body: { current_password: password, password: 'another good one' } })
    await ana.panel.accounts.reset({ body: { token: await linkOf(ana), password: 'a forgotten thing' } })
    await ana.panel.sessions.endAll()
    expect(await ben.panel.sessions.list()).toHaveLength(1)
    expect(
      await refusal(person(server).panel.sessions.signIn({ body: { email: emailOf(ben), password } })),
    ).toBeUndefined()
    const hers = { email: emailOf(ana), password: 'a forgotten thing' }
    const body = { token: his, password: 'a forgotten thing' }
    await ana.panel.sessions.signIn({ body: hers })
    const cookie = ana.cookie() ?? ''
    expect(await refusal(ana.panel.accounts.reset({ body }))).toBeUndefined()
    // ASVS 7.2.4: whoever signs in by it ends what the browser had before.
    expect((await server.inject({ url: '/panel/sessions', headers: { cookie } })).statusCode).toBe(401)
  })

  test('a link that is used at this moment is used up for whoever else has it', async () => {
    const ana = await signedUp(server)
    const email = emailOf(ana)
    const token = tokenIn(await asked(email))
    const next = await hashPassword('another good one')
    const body = { token, password: 'of somebody else' }
    const late = await meet(
      db,
      tx => replacePassword(tx, ana.session().account?.id ?? 0, next),
      () => refusal(person(server).panel.accounts.reset({ body })),
    )
    expect(late).toEqual({ status: 422, body: { token: ['is not valid any more'] } })
    const hers = { email, password: 'another good one' }
    expect(await refusal(person(server).panel.sessions.signIn({ body: hers }))).toBeUndefined()
  })

  test('one that is replaced at this moment neither signs in nor changes anything any more', async () => {
    const ana = await signedUp(server)
    const id = ana.session().account?.id ?? 0
    const body = { email: emailOf(ana), password }
    const next = await hashPassword('another good one')
    const late = await meet(
      db,
      tx => replacePassword(tx, id, next),
      () => refusal(person(server).panel.sessions.signIn({ body })),
    )
    expect(late).toMatchObject({ status: 401 })
    expect(await db.run(sql`select 1 from sessions where account_id = ${id}`)).toBe(0)

    const ben = await signedUp(server)
    const change = { current_password: password, password: 'of somebody else' }
    const refused = await meet(
      db,
      tx => replacePassword(tx, ben.session().account?.id ?? 0, next),
      () => refusal(ben.panel.accounts.changePassword({ body: change })),
    )
    expect(refused).toEqual({ status: 422, body: { current_password: ['is wrong'] } })
    const his = { email: emailOf(ben), password: 'another good one' }
    expect(await refusal(person(server).panel.sessions.signIn({ body: his }))).toBeUndefined()
  })
})

test('a partner is an account with the name of a publisher', async () => {
  const ana = await signedUp(server)
  expect(ana.session().partner).toBeNull()
  const { partner } = await ana.panel.partners.become({ body: { name: 'Ana Apps' } })
  expect(partner).toEqual({ id: expect.any(Number), name: 'Ana Apps' })
  const renamed = await ana.panel.partners.become({ body: { name: 'Ana and Ben' } })
  expect(renamed.partner).toEqual({ id: partner?.id, name: 'Ana and Ben' })
})
