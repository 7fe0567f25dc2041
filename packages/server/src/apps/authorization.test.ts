/** Authorization as attackers and app makers meet it: specification 5, D20 to D29, table 4.1 of the security study. */
import { createHash } from 'node:crypto'
import type { Scope } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../accounts/index.ts'
import type { Db } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import { agree, anApp, askToken, formOn, install, merchant, submit, type TestApp, unescaped } from '../testing/apps.ts'
import { database } from '../testing/database.ts'
import { type Person, person } from '../testing/people.ts'
import { app, type TestWorld, testWorld } from '../testing/store.ts'
import { sweepCodes } from './codes.ts'

let world: TestWorld
let server: FastifyInstance
let db: Db
let owner: Person
let store: number

beforeAll(async () => {
  world = testWorld()
  server = await app({ world })
  db = (await database()).db
  const made = await merchant(server)
  owner = made.owner
  store = made.store
})

const codeOf = async (someone: Person, made: TestApp, query = '') =>
  (await agree(someone, made, query)).searchParams.get('code') ?? ''

const credentials = ({ app_id: client_id, client_secret }: TestApp) => ({ client_id, client_secret })

const callWith = async (token: string) =>
  (
    await server.inject({
      url: `/v1/${store}/store`,
      headers: { authentication: `bearer ${token}`, 'user-agent': 'App (app@example.com)' },
    })
  ).statusCode

const Count = Type.Object({ count: Type.Integer() })
const liveTokens = async ({ app_id }: TestApp) =>
  (await db.one(Count, sql`select count(*) from tokens where app_id = ${app_id}`)).count

const setScopes = (made: TestApp, scopes: Scope[]) =>
  db.run(sql`update apps set scopes = ${json(scopes)} where id = ${made.app_id}`)

describe('obtaining a token (specification 5)', () => {
  test('sign in, agree, exchange, call', async () => {
    const made = await anApp()
    const stranger = person(server)
    const first = await stranger.fetch(`http://localhost/apps/${made.app_id}/authorize?state=x`)
    expect(first.status).toBe(303)
    expect(first.headers.get('location')).toBe(
      `/sign-in?next=${encodeURIComponent(`/apps/${made.app_id}/authorize?state=x`)}`,
    )
    const location = await agree(owner, made, '?state=x')
    expect(location.href).toMatch(/^http:\/\/localhost:8000\/auth\/install\?code=bac_\w+&state=x&iss=/)
    expect(location.searchParams.get('store_id')).toBe(String(store))
    const code = location.searchParams.get('code') ?? ''
    const { status, body } = await askToken(server, { ...credentials(made), code })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^bat_/),
        token_type: 'bearer',
        scope: 'write_products,read_orders',
        user_id: store,
      },
    })
    expect(await callWith(body.access_token)).toBe(200)
  })

  test('signing in on the plain page leads back to the consent', async () => {
    const made = await anApp()
    const { email } = owner.session().account ?? {}
    const visitor = person(server)
    const target = `/apps/${made.app_id}/authorize?state=%C3%A9&lang=es`
    const page = await (await visitor.fetch(`http://localhost/sign-in?next=${encodeURIComponent(target)}`)).text()
    const wrong = await submit(visitor, '/sign-in', { ...formOn(page), email: String(email), password: 'wrong' })
    expect(wrong.status).toBe(401)
    const form = { ...formOn(await wrong.text()), email: String(email), password: 'correct horse battery' }
    const answer = await submit(visitor, '/sign-in', form)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, target])
    expect((await agree(visitor, made, '?state=%C3%A9')).searchParams.get('state')).toBe('é')
  })

  test('whose session has ended before the answer signs in again; neither what the app asked with nor the chosen store is lost', async () => {
    const made = await anApp()
    const path = `/apps/${made.app_id}/authorize`
    const form = formOn(await (await owner.fetch(`http://localhost${path}?state=a%26b&response_type=code`)).text())
    const answer = await submit(person(server), path, { ...form, decision: 'accept' })
    const next = `${path}?store_id=${form.store_id}&state=a%26b&response_type=code`
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/sign-in?next=${encodeURIComponent(next)}`])
  })

  test('the language that was chosen stays on the way, and the way where another is chosen', async () => {
    const made = await anApp()
    const visitor = person(server)
    const read = async (path: string) => (await visitor.fetch(`http://localhost${path}`)).text()
    const actionOn = (page: string) => unescaped(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '')
    const inSpanish = (page: string) => unescaped(/ hreflang="es" href="([^"]*)"/.exec(page)?.[1] ?? '')
    const target = `/apps/${made.app_id}/authorize?state=a%26b&lang=pt`
    const first = (await visitor.fetch(`http://localhost${target}`)).headers.get('location') ?? ''
    const page = await read(first)
    const form = { ...formOn(page), email: String(owner.session().account?.email) }
    const refused = await (await submit(visitor, actionOn(page), { ...form, password: 'wrong' })).text()
    expect(refused).toContain('<html lang="pt">')
    const again = await read(inSpanish(refused))
    expect(again).toContain('<html lang="es">')
    expect(formOn(again).next).toBe(target.replace('lang=pt', 'lang=es'))
    await submit(visitor, actionOn(refused), { ...form, password: 'correct horse battery' })
    const asked = await read(target)
    expect(asked).toContain('<html lang="pt">')
    const later = { ...formOn(asked), decision: 'accept' }
    await setScopes(made, ['read_orders'])
    const changed = (await submit(visitor, actionOn(asked), later)).headers.get('location') ?? ''
    expect(await read(changed)).toContain('<html lang="pt">')
    expect(new URL(changed, 'http://localhost').searchParams.get('state')).toBe('a&b')
  })

  test('Passport adds response_type and client_id; unknown names are ignored', async () => {
    const made = await anApp()
    const query = `?response_type=code&client_id=${made.app_id}&state=abc&scope=write_orders&prompt=none`
    const location = await agree(owner, made, query)
    expect(location.searchParams.get('state')).toBe('abc')
  })

  test('a client_id that is not the app of the address is refused, and nobody is sent anywhere', async () => {
    const [made, other] = [await anApp(), await anApp()]
    const path = `/apps/${made.app_id}/authorize`
    const asked = await owner.fetch(`http://localhost${path}?client_id=${other.app_id}`)
    const decided = await submit(owner, path, {
      csrf_token: owner.session().csrf_token ?? '',
      client_id: String(other.app_id),
      store_id: String(store),
      decision: 'accept',
    })
    for (const { status, headers } of [asked, decided])
      expect({ status, to: headers.get('location') }).toEqual({ status: 400, to: null })
  })

  test('the store admin of the ecosystem has another address for it', async () => {
    const made = await anApp()
    const answer = await owner.fetch(`http://localhost/admin/apps/${made.app_id}/authorize?state=1`)
    expect(answer.headers.get('location')).toBe(`/apps/${made.app_id}/authorize?state=1`)
  })

  test('and at one address for all apps, which name themselves by client_id', async () => {
    const made = await anApp()
    const at = (query: string) => owner.fetch(`http://localhost/apps/authorize${query}`)
    const query = `?response_type=code&client_id=${made.app_id}&state=%C3%A9`
    expect((await at(query)).headers.get('location')).toBe(`/apps/${made.app_id}/authorize${query}`)
    for (const wrong of ['', '?client_id=', '?client_id=a', '?client_id=/evil.example'])
      expect((await at(wrong)).status).toBe(404)
  })

  test('D26: what comes with a scope that was agreed to is not more than before', async () => {
    const made = await anApp({ scopes: ['write_products', 'read_orders'] })
    await install(server, owner, made)
    await setScopes(made, [
      'write_products',
      'read_products',
      'read_orders',
      'read_locations',
      'read_fulfillment_orders',
    ])
    const asked = async () => (await owner.fetch(`http://localhost/apps/${made.app_id}/authorize`)).text()
    expect(await asked()).not.toContain('More than before')
    await setScopes(made, ['write_products', 'read_products', 'write_orders'])
    expect(await asked()).toContain('More than before: Create and change orders</span>')
  })

  test('what was agreed to before is not asked again; a store is asked again when the scopes have changed (D27)', async () => {
    const made = await anApp()
    const path = `http://localhost/apps/${made.app_id}/authorize`
    expect((await owner.fetch(path)).status).toBe(200)
    const old = await install(server, owner, made)
    expect((await owner.fetch(path)).status).toBe(303)
    await setScopes(made, ['read_customers'])
    const asked = await owner.fetch(path)
    expect(asked.status).toBe(200)
    expect(await asked.text()).toContain('More than before: View customers')
    expect(await callWith(old)).toBe(200)

    const { body } = await askToken(server, { ...credentials(made), code: await codeOf(owner, made) })

    expect(body.scope).toBe('read_customers')
    expect(await callWith(body.access_token)).toBe(200)
    await expect.poll(() => callWith(old)).toBe(401)
  })

  test('the scopes are those that the owner saw, whatever the partner does meanwhile', async () => {
    const made = await anApp({ scopes: ['read_products'] })
    const code = await codeOf(owner, made)
    await setScopes(made, ['write_orders', 'write_customers'])
    expect((await askToken(server, { ...credentials(made), code })).body.scope).toBe('read_products')
  })

  test('scopes that were never shown are not granted: the page comes again, and shows them', async () => {
    const made = await anApp({ scopes: ['read_products'] })
    const { owner: other, store: theirs } = await merchant(server)
    const path = `/apps/${made.app_id}/authorize`
    const form = formOn(await (await other.fetch(`http://localhost${path}?state=a%26b`)).text())
    await setScopes(made, ['read_products', 'write_customers'])

    const answer = await submit(other, path, { ...form, decision: 'accept' })

    const again = answer.headers.get('location') ?? ''
    expect([answer.status, again]).toEqual([303, `${path}?store_id=${theirs}&changed=&state=a%26b`])
    const installed = { params: { store_id: theirs } }
    expect(await other.panel.storeApps.list(installed)).toEqual([])
    const page = await (await other.fetch(`http://localhost${again}`)).text()
    expect(page).toContain('Create, change and delete customers')
    expect(page).toContain('the application has changed what it asks for')
    const agreed = await submit(other, path, { ...formOn(page), decision: 'accept' })
    expect(new URL(agreed.headers.get('location') ?? '').searchParams.get('state')).toBe('a&b')
    expect(await other.panel.storeApps.list(installed)).toMatchObject([
      { granted: ['read_products', 'write_customers'] },
    ])
    expect((await submit(other, path, { ...form, decision: 'decline' })).headers.get('location')).toContain('error=')
  })

  test('declining gives the app a reason, and nothing else', async () => {
    const made = await anApp()
    const path = `/apps/${made.app_id}/authorize`
    const page = await (await owner.fetch(`http://localhost${path}?state=s`)).text()
    const answer = await submit(owner, path, { ...formOn(page), decision: 'decline' })
    const location = new URL(answer.headers.get('location') ?? '')
    expect([...location.searchParams.keys()]).toEqual(['error', 'state', 'iss'])
    expect(location.searchParams.get('error')).toBe('access_denied')
  })
})

describe('table 4.1', () => {
  test('row 1: the redirect address is the registered one, letter by letter', async () => {
    const made = await anApp({ redirect_url: 'https://app.example/auth?tenant=1' })
    const near = [
      'https://app.example/auth',
      'https://app.example/auth?tenant=1&x=1',
      'https://app.example/auth?tenant=1#',
      'https://app.example/auth?tenant=1 ',
      'https://app.example/auth/?tenant=1',
      'https://app.example/Auth?tenant=1',
      'https://app.example:443/auth?tenant=1',
      'https://app.example./auth?tenant=1',
      'https://APP.example/auth?tenant=1',
      'http://app.example/auth?tenant=1',
      'https://app.example@evil.example/auth?tenant=1',
      'https://evil.example/?https://app.example/auth?tenant=1',
      'https://sub.app.example/auth?tenant=1',
      'https://app.example/auth%3Ftenant=1',
      'https://app.example/x/../auth?tenant=1',
      '//app.example/auth?tenant=1',
      'javascript:alert(1)',
      ' ',
    ]
    for (const uri of near) {
      const path = `/apps/${made.app_id}/authorize?redirect_uri=${encodeURIComponent(uri)}`
      const answer = await owner.fetch(`http://localhost${path}`)
      expect({ uri, status: answer.status, to: answer.headers.get('location') }).toEqual({ uri, status: 400, to: null })
      const decided = await submit(owner, `/apps/${made.app_id}/authorize`, {
        csrf_token: owner.session().csrf_token ?? '',
        redirect_uri: uri,
        store_id: String(store),
        decision: 'accept',
      })
      expect({ uri, status: decided.status }).toEqual({ uri, status: 400 })
    }
    const exact = await agree(owner, made, `?redirect_uri=${encodeURIComponent(made.redirect_url)}`)
    expect(exact.href).toMatch(/^https:\/\/app\.example\/auth\?tenant=1&code=bac_/)
    // RFC 6749, 3.1: what is left empty is not said.
    const empty = await agree(owner, made, '?redirect_uri=&response_type=&client_id=')
    expect(empty.href).toMatch(/^https:\/\/app\.example\/auth\?tenant=1&code=bac_/)
  })

  test('an address with letters of any script is one that a browser can be led to', async () => {
    const made = await anApp({ redirect_url: 'https://日本.example/caffè?do=ação' })
    const path = `/apps/${made.app_id}/authorize`
    const page = await (await owner.fetch(`http://localhost${path}?state=%E6%97%A5`)).text()
    const answer = await submit(owner, path, { ...formOn(page), decision: 'accept' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(
      /^https:\/\/xn--wgv71a\.example\/caff%C3%A8\?do=a%C3%A7%C3%A3o&code=bac_\w+&state=%E6%97%A5&iss=/,
    )
  })

  test('row 1: the sign-in is no open redirector either', async () => {
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'evil',
      '/%09/evil',
    ]) {
      const answer = await owner.fetch(`http://localhost/sign-in?next=${encodeURIComponent(next)}`)
      const target = new URL(answer.headers.get('location') ?? '', 'http://localhost')
      expect({ next, origin: target.origin }).toEqual({ next, origin: 'http://localhost' })
    }
  })

  test('row 2, D23: a code works once; a second use is refused and ends the token', async () => {
    const made = await anApp()
    const code = await codeOf(owner, made)
    const { body } = await askToken(server, { ...credentials(made), code })
    expect(await callWith(body.access_token)).toBe(200)
    expect(await askToken(server, { ...credentials(made), code })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect(await callWith(body.access_token)).toBe(401)
  })

  test('row 2: a second use ends the token of its own code, not a later one', async () => {
    const made = await anApp()
    const code = await codeOf(owner, made)
    await askToken(server, { ...credentials(made), code })
    const later = await install(server, owner, made)
    expect((await askToken(server, { ...credentials(made), code })).status).toBe(400)
    expect(await callWith(later)).toBe(200)
  })

  test('row 2: of a thousand with one code, fifty at a time, one gets a token, and in the end none is alive', async () => {
    const made = await anApp()
    const code = await codeOf(owner, made)
    const answers: Awaited<ReturnType<typeof askToken>>[] = []
    const lane = async () => {
      for (let i = 0; i < 20; i++) answers.push(await askToken(server, { ...credentials(made), code }))
    }
    await Promise.all(Array.from({ length: 50 }, lane))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant')).toHaveLength(999)
    expect(await liveTokens(made)).toBe(0)
  }, 60_000)

  test('row 2: a thousand codes, each used twice at once: one token each, and in the end none is alive', async () => {
    const made = await anApp()
    // Who comes second waits until the token is dead everywhere, so many are tried side by side.
    const lane = async () => {
      for (let i = 0; i < 20; i++) {
        const code = await codeOf(owner, made)
        const answers = await Promise.all([1, 2].map(() => askToken(server, { ...credentials(made), code })))
        expect(answers.map(({ status, body }) => body.error ?? status).sort()).toEqual([200, 'invalid_grant'])
      }
    }
    await Promise.all(Array.from({ length: 50 }, lane))
    expect(await liveTokens(made)).toBe(0)
  }, 240_000)

  test('row 3, D23: a code lives five minutes', async () => {
    const made = await anApp()
    const [good, late] = [await codeOf(owner, made), await codeOf(owner, made)]
    world.advance(299_000)
    expect((await askToken(server, { ...credentials(made), code: good })).status).toBe(200)
    world.advance(1000)
    expect(await askToken(server, { ...credentials(made), code: late })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: expect.stringContaining('expired') },
    })
  })

  test('row 3, D23: a code is kept for as long as it lives, and no longer', async () => {
    const made = await anApp()
    const end = world.now().getTime() + 300_000
    const code = await codeOf(owner, made)
    await sweepCodes(db, new Date(end - 1))
    expect((await askToken(server, { ...credentials(made), code })).status).toBe(200)
    await codeOf(owner, made)
    await sweepCodes(db, new Date(end))
    expect(await db.run(sql`select 1 from authorization_codes where app_id = ${made.app_id}`)).toBe(0)
  })

  test('row 4, D23: a code is for its app alone', async () => {
    const [made, other] = [await anApp(), await anApp()]
    await install(server, owner, other)
    const code = await codeOf(owner, made)
    expect((await askToken(server, { ...credentials(other), code })).body.error).toBe('invalid_grant')
    expect((await askToken(server, { ...credentials(made), code })).status).toBe(200)
  })

  test.each(['client_id', 'client_secret', 'code'])('D21: a request without %s says so', async missing => {
    const fields = { client_id: '1', client_secret: 'x', code: 'x', [missing]: '' }
    expect(await askToken(server, fields)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: `Missing in the body: ${missing}` },
    })
  })

  test('row 5: an app may say who it is in the header, and what the body says goes before', async () => {
    const made = await anApp()
    const ask = async (secret: string, fields: Record<string, string>) => {
      const authorization = `Basic ${btoa(`${made.app_id}:${secret}`)}`
      return (await askToken(server, { code: await codeOf(owner, made), ...fields }, { authorization })).status
    }
    expect(await ask(made.client_secret, {})).toBe(200)
    expect(await ask('wrong', {})).toBe(401)
    expect(await ask('wrong', { client_secret: made.client_secret })).toBe(200)
    expect(await ask(made.client_secret, { client_secret: 'wrong' })).toBe(401)
    // What is left empty is not said (RFC 6749, 3.2).
    expect(await ask(made.client_secret, { client_id: '', client_secret: '' })).toBe(200)
  })

  test('row 5: a wrong secret and an unknown app are one and the same 401', async () => {
    const [made, other] = [await anApp(), await anApp()]
    const code = await codeOf(owner, made)
    const wrong = [
      { client_id: made.app_id, client_secret: 'wrong' },
      { client_id: made.app_id, client_secret: other.client_secret },
      { client_id: made.app_id, client_secret: 'of nobody' },
      { client_id: 999_999_999, client_secret: made.client_secret },
      { client_id: 999_999_999, client_secret: 'of nobody' },
      { client_id: '0', client_secret: 'of nobody' },
      { client_id: `${made.app_id} or 1=1`, client_secret: made.client_secret },
      { client_id: '9'.repeat(40), client_secret: made.client_secret },
    ]
    const answers = []
    for (const fields of wrong) answers.push(await askToken(server, { ...fields, code }))
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 401, body: answers[0]?.body })
    }
    expect(answers[0]?.body).toMatchObject({ error: 'invalid_client', code: 401 })
    // RFC 6749, 5.2: how else an app may say who it is.
    for (const { headers } of answers) expect(headers.get('www-authenticate')).toBe('Basic realm="Bodega"')
    expect((await askToken(server, { ...credentials(made), code })).status).toBe(200)
  })

  // A difference that tells something is there each time; one that a busy machine makes is not.
  test('row 5: and they take the same time', { retry: 2 }, async () => {
    const made = await anApp()
    const timed = async (client_id: number) => {
      const begin = performance.now()
      await askToken(server, { client_id, client_secret: 'wrong', code: 'x' })
      return performance.now() - begin
    }
    const times: [number[], number[]] = [[], []]
    for (let i = 0; i < 200; i++) {
      times[0].push(await timed(made.app_id))
      times[1].push(await timed(999_999_999))
    }
    const [known = 0, unknown = 0] = times.map(some => some.toSorted((a, b) => a - b)[100] ?? 0)
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(1.5)
  })

  test('row 6, D24: state comes back unchanged, and not without end', async () => {
    const made = await anApp()
    for (const state of ['a b&c=d#e', 'ñ📦', '', '<script>"\'', '%00', '+', 'MTIz\n', '\r\0', 'x'.repeat(2048)]) {
      // A new one each time: of what was agreed to before no page is shown, and nothing is carried through it.
      const location = await agree(owner, await anApp(), `?state=${encodeURIComponent(state)}`)
      expect(location.searchParams.get('state')).toBe(state)
    }
    expect((await agree(owner, made)).searchParams.has('state')).toBe(false)
    const long = await owner.fetch(`http://localhost/apps/${made.app_id}/authorize?state=${'x'.repeat(2049)}`)
    expect(long.status).toBe(400)
  })

  test('D24: state stays in the languages of the page, and the way to it in those of the sign-in', async () => {
    const { app_id } = await anApp()
    const path = `/apps/${app_id}/authorize?redirect_uri=&state=a?b/c`
    const spanish = (page: string) => /hreflang="es" href="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const asked = spanish(await (await owner.fetch(`http://localhost${path}&lang=pt`)).text())
    expect(new URL(asked, 'http://localhost').searchParams.get('state')).toBe('a?b/c')
    const someone = person(server)
    const signIn = `/sign-in?next=${encodeURIComponent(path)}`
    const before = await (await someone.fetch(`http://localhost${signIn}`)).text()
    const after = await (await submit(someone, '/sign-in', { ...formOn(before), email: 'a@b.example' })).text()
    for (const page of [before, after]) {
      const again = await (await someone.fetch(`http://localhost${spanish(page)}`)).text()
      expect(again).toContain('<html lang="es">')
      expect(formOn(again).next).toBe(`/apps/${app_id}/authorize?redirect_uri=&state=a%3Fb%2Fc&lang=es`)
    }
  })

  test('row 7: PKCE with S256, enforced once it was offered; plain and downgrades are refused', async () => {
    const made = await anApp()
    const verifier = 'v'.repeat(64)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const asked = `?code_challenge=${challenge}&code_challenge_method=S256`
    const tryWith = async (query: string, code_verifier?: string) => {
      const code = await codeOf(owner, made, query)
      const more: Record<string, string> = code_verifier === undefined ? {} : { code_verifier }
      return (await askToken(server, { ...credentials(made), code, ...more })).body.error ?? 'token'
    }
    expect(await tryWith(asked, verifier)).toBe('token')
    expect(await tryWith(asked, 'w'.repeat(64))).toBe('invalid_grant')
    expect(await tryWith(asked, '')).toBe('invalid_grant')
    expect(await tryWith(asked)).toBe('invalid_grant')
    expect(await tryWith('', verifier)).toBe('invalid_grant')
    expect(await tryWith('')).toBe('token')
    for (const query of [
      `?code_challenge=${challenge}&code_challenge_method=plain`,
      `?code_challenge=${challenge}`,
      '?code_challenge=short&code_challenge_method=S256',
      `?code_challenge=${challenge}x&code_challenge_method=S256`,
      '?code_challenge_method=S256',
    ]) {
      expect((await owner.fetch(`http://localhost/apps/${made.app_id}/authorize${query}`)).status).toBe(400)
    }
  })

  test('row 7: PKCE that is left empty is none', async () => {
    const made = await anApp()
    for (const query of ['', '?code_challenge=', '?code_challenge=&code_challenge_method=']) {
      for (const verifier of [{}, { code_verifier: '' }]) {
        const code = await codeOf(owner, made, query)
        expect((await askToken(server, { ...credentials(made), code, ...verifier })).status).toBe(200)
      }
    }
  })

  test('row 8: the redirect says who gave the code', async () => {
    const made = await anApp()
    expect((await agree(owner, made)).searchParams.get('iss')).toBe('http://localhost')
  })

  test('row 9: no implicit flow, no password, nothing but the code', async () => {
    const made = await anApp()
    for (const type of ['token', 'id_token', 'code token', ' ']) {
      const path = `/apps/${made.app_id}/authorize?response_type=${encodeURIComponent(type)}`
      expect((await owner.fetch(`http://localhost${path}`)).status).toBe(400)
    }
    const code = await codeOf(owner, made)
    for (const grant_type of ['password', 'client_credentials', 'refresh_token', 'implicit']) {
      expect(
        await askToken(server, { ...credentials(made), code, grant_type, username: 'x', password: 'x' }),
      ).toMatchObject({
        status: 400,
        body: { error: 'unsupported_grant_type' },
      })
    }
    expect((await askToken(server, { ...credentials(made), code, grant_type: 'authorization_code' })).status).toBe(200)
    const another = await codeOf(owner, made)
    expect((await askToken(server, { ...credentials(made), code: another, grant_type: '' })).status).toBe(200)
  })

  test('row 10: no cache keeps a token, and the consent tells nobody its address', async () => {
    const made = await anApp()
    const page = await owner.fetch(`http://localhost/apps/${made.app_id}/authorize?state=s`)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const code = await codeOf(owner, made)
    for (const answer of [
      await askToken(server, { ...credentials(made), code }),
      await askToken(server, { ...credentials(made), code }),
    ]) {
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('pragma')).toBe('no-cache')
    }
  })

  test('row 11: 303 after the consent', async () => {
    const made = await anApp()
    const path = `/apps/${made.app_id}/authorize`
    const form = formOn(await (await owner.fetch(`http://localhost${path}`)).text())
    for (const decision of ['accept', 'decline']) {
      expect((await submit(owner, path, { ...form, decision })).status).toBe(303)
    }
  })

  test('row 12: the consent shows app, publisher, scopes in words and for how long, in three languages', async () => {
    const made = await anApp()
    const shown = {
      en: ['Stock &lt;b&gt;Robot&lt;/b&gt;', 'Maker &amp; Sons', 'View orders', 'Until you uninstall it'],
      es: ['¿Instalar Stock', 'Ver las órdenes', 'Hasta que la desinstales'],
      pt: ['Instalar Stock', 'Ver os pedidos', 'Até que você o desinstale'],
    }
    for (const [language, texts] of Object.entries(shown)) {
      const page = await owner.fetch(`http://localhost/apps/${made.app_id}/authorize?lang=${language}`)
      const body = await page.text()
      expect(body).toContain(`<html lang="${language}">`)
      for (const text of texts) expect(body).toContain(text)
      expect(body).not.toContain('<b>Robot')
    }
  })

  test('an app that asks for no scopes is said to ask for none', async () => {
    const made = await anApp()
    await setScopes(made, [])
    const body = await (await owner.fetch(`http://localhost/apps/${made.app_id}/authorize`)).text()
    expect(body).toContain('It asks for no permissions.')
    expect(body).not.toContain('<ul>')
  })

  test('what is refused after it was sent leads to no other language: without the form it would be another request', async () => {
    const made = await anApp()
    const path = `/apps/${made.app_id}/authorize`
    const form = formOn(await (await owner.fetch(`http://localhost${path}?state=x`)).text())
    const refused = await submit(owner, path, { ...form, csrf_token: 'forged', decision: 'accept' })
    expect(refused.status).toBe(403)
    expect(await refused.text()).not.toContain('hreflang')
  })

  test('row 14: two tokens of an app in a store never live together', async () => {
    const made = await anApp()
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(owner, made)))
    const answers = await Promise.all(codes.map(code => askToken(server, { ...credentials(made), code })))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await liveTokens(made)).toBe(1)
  })

  test('row 15: nobody can put the sign-in or the consent into a frame', async () => {
    const made = await anApp()
    const pages = ['/sign-in', `/apps/${made.app_id}/authorize`, '/apps/999999/authorize', '/demo/callback']
    for (const path of pages) {
      const someone = path === '/sign-in' ? person(server) : owner
      const { headers } = await someone.fetch(`http://localhost${path}`)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
  })

  test('a form leaves for an app only from the consent and from a sign-in on the way to it', async () => {
    const { app_id } = await anApp()
    const formsOf = async (someone: Person, path: string) => {
      const { headers } = await someone.fetch(`http://localhost${path}`)
      return /form-action ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    const signIn = (next: string) => formsOf(person(server), `/sign-in?next=${encodeURIComponent(next)}`)
    const ways = [
      `/apps/${app_id}/authorize`,
      `/apps/${app_id}/authorize/?state=x`,
      `/apps/authorize?client_id=${app_id}`,
      `/admin/apps/${app_id}/authorize?state=x`,
    ]
    for (const way of ways) expect(await signIn(way)).toBe("'self' https: http:")
    expect(await formsOf(owner, `/apps/${app_id}/authorize`)).toBe("'self' https: http:")
    for (const other of ['/', '/admin/1/apps', '/partner/apps?q=/apps/1/authorize', '//evil.example/apps/1/authorize'])
      expect(await signIn(other)).toBe("'self'")
    expect(await formsOf(owner, '/demo/callback')).toBe("'self'")
  })

  test('an address that names no app leads to a page that says so', async () => {
    const paths = ['/apps/authorize', '/apps/authorize?client_id=', '/apps/authorize?client_id=mine']
    for (const path of [...paths, `/apps/${'9'.repeat(25)}/authorize`]) {
      const answer = await owner.fetch(`http://localhost${path}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(await answer.text()).toContain('There is no such app')
    }
  })

  test('row 16: a page of another origin cannot agree for the owner', async () => {
    const made = await anApp()
    const path = `/apps/${made.app_id}/authorize`
    const { csrf_token = '', ...without } = {
      ...formOn(await (await owner.fetch(`http://localhost${path}`)).text()),
      decision: 'accept',
    } as Record<string, string>
    const form = { ...without, csrf_token }
    const forged = [
      await submit(owner, path, without),
      await submit(owner, path, { ...form, csrf_token: 'guess' }),
      await submit(owner, path, form, { origin: 'https://evil.example' }),
      await submit(owner, path, form, { origin: 'null' }),
      await submit(owner, path, form, { 'sec-fetch-site': 'cross-site' }),
      await submit(owner, '/sign-out', without),
    ]
    for (const { status, headers } of forged) expect([status, headers.get('location')]).toEqual([403, null])
    expect((await submit(owner, path, form, { origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(303)
    const evil = person(server, { origin: 'https://evil.example' })
    expect((await submit(evil, '/sign-in', { email: 'a@b', password: 'x' })).status).toBe(403)
  })
})

describe('who may install', () => {
  test('an owner of the store, and nobody else', async () => {
    const made = await anApp()
    const { owner: other } = await merchant(server)
    const path = `/apps/${made.app_id}/authorize`
    const form = { ...formOn(await (await other.fetch(`http://localhost${path}`)).text()), decision: 'accept' }
    for (const store_id of [String(store), '', 'x', '1.5', '1e400'])
      expect((await submit(other, path, { ...form, store_id })).status).toBe(403)
    // Nor may its staff, who is not offered the store either.
    await db.tx(tx => addMember(tx, world.now(), store, other.session().account?.id ?? 0, 'staff'))
    const offered = await (await other.fetch(`http://localhost${path}`)).text()
    expect(offered).not.toContain(`name="store_id" value="${store}"`)
    expect((await submit(other, path, { ...form, store_id: String(store) })).status).toBe(403)
    expect((await submit(other, path, form)).status).toBe(303)
  })

  test('an app of own clients is for the stores that the partner names, and for its demo store', async () => {
    const made = await anApp()
    const { owner: other, store: named } = await merchant(server)
    await db.run(sql`update apps set distribution = 'own_clients' where id = ${made.app_id}`)
    const page = await (await other.fetch(`http://localhost/apps/${made.app_id}/authorize`)).text()
    expect(page).toContain('You own no store that this application can be installed in')
    // That another app names the store says nothing about this one.
    const another = await anApp()
    await db.run(sql`insert into named_stores (store_id, app_id) values (${named}, ${another.app_id})`)
    const form = { ...formOn(page), store_id: String(named), decision: 'accept' }
    const path = `/apps/${made.app_id}/authorize`
    expect((await submit(other, path, form)).status).toBe(403)
    await db.run(sql`insert into named_stores (store_id, app_id) values (${named}, ${made.app_id})`)
    expect((await submit(other, path, form)).status).toBe(303)
    await db.run(sql`update apps set demo_store_id = ${store} where id = ${made.app_id}`)
    expect(await install(server, owner, made)).toMatch(/^bat_/)
  })

  test('whoever has several stores chooses one, and may have chosen before', async () => {
    const made = await anApp()
    const { owner: rich, store: first } = await merchant(server)
    const { id: second } = await rich.panel.stores.create({ body: { name: 'Second', country: 'AR' } })
    const page = await (await rich.fetch(`http://localhost/apps/${made.app_id}/authorize?store_id=${second}`)).text()
    expect(page).toContain(`value="${second}" required checked`)
    expect(page).toContain(`value="${first}" required>`)
    const params = { app_id: made.app_id }
    expect((await rich.panel.authorizations.get({ params })).stores.map(({ id }) => id)).toEqual([first, second])
  })
})

describe('the page of consent as JSON, for the pages to come', () => {
  test('shows the same and decides the same', async () => {
    const made = await anApp()
    const params = { app_id: made.app_id }
    expect(await owner.panel.authorizations.get({ params, query: { state: 's' } })).toMatchObject({
      app: { id: made.app_id, name: 'Stock <b>Robot</b>', publisher: 'Maker & Sons' },
      scopes: ['write_products', 'read_orders'],
      stores: [{ id: store, name: { pt: 'Shop' }, granted: null }],
    })
    const scopes = ['read_orders', 'write_products']
    const body = { state: 's', store_id: store, scopes, decision: 'accept' } as const
    for (const others of [['write_products'], ['write_products', 'read_customers']])
      await expect(
        owner.panel.authorizations.decide({ params, body: { ...body, scopes: others } }),
      ).rejects.toMatchObject({ status: 409 })
    const { redirect_url } = await owner.panel.authorizations.decide({ params, body })
    const code = new URL(redirect_url).searchParams.get('code') ?? ''
    expect((await askToken(server, { ...credentials(made), code })).status).toBe(200)
    const [again] = (await owner.panel.authorizations.get({ params })).stores
    expect(again?.granted).toEqual(['write_products', 'read_orders'])
  })
})

test('the callback for apps without a page of their own shows the request that gets a token', async () => {
  const made = await anApp({ redirect_url: 'http://localhost/demo/callback' })
  const location = await agree(owner, made, '?state=%3Cb%3E')
  const page = await (await owner.fetch(location.href)).text()
  expect(page).toContain(`-d client_id=${made.app_id}`)
  expect(page).toContain(`-d code=${location.searchParams.get('code')}`)
  expect(page).toContain('state: <code>&lt;b&gt;</code>')
  expect(page).not.toContain(made.client_secret)
  world.advance(300_000)
  expect(await (await owner.fetch(location.href)).text()).toContain('no code here')
  const none = await (await owner.fetch('http://localhost/demo/callback?code=nonsense')).text()
  expect(none).toContain('no code here')
  const declined = await (await owner.fetch('http://localhost/demo/callback?error=access_denied')).text()
  expect(declined).toContain('<h1>The installation was declined</h1>')
  for (const text of [none, declined]) expect(text).not.toContain('is installed')
})
