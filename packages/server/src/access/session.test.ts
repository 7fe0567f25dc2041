/** The public API for our own pages: a session in place of a token. */
import { allScopes } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { addMember } from '../accounts/index.ts'
import { ask, expectRefusal } from '../testing/answers.ts'
import { submit } from '../testing/apps.ts'
import { type Person, signedUp } from '../testing/people.ts'
import { aLocation, app, store, type TestStore } from '../testing/store.ts'
import { everyone, suspendActor } from './index.ts'

let shop: TestStore
let server: FastifyInstance
let owner: Person
let staff: Person

const join = ({ id, db, world }: TestStore, someone: Person, role: 'owner' | 'staff') =>
  db.tx(tx => addMember(tx, world.now(), id, someone.session().account?.id ?? 0, role))

beforeAll(async () => {
  shop = await store()
  server = shop.server
  owner = await signedUp(server)
  staff = await signedUp(server)
  await join(shop, owner, 'owner')
  await join(shop, staff, 'staff')
  await owner.panel.sessions.get()
})

const csrfTokenOf = (someone: Person): string => someone.session().csrf_token ?? ''

const get = (someone: Person, headers: Record<string, string | undefined> = {}, path = `/v1/${shop.id}/locations`) =>
  ask(server, 'GET', path, {
    headers: {
      'user-agent': 'Browser',
      cookie: someone.cookie(),
      'x-csrf-token': csrfTokenOf(someone),
      ...headers,
    },
  })

test('a member of the store reads and writes it through the typed client', async () => {
  const made = await owner.client(shop.id).locations.create({ body: aLocation() })
  expect(await owner.client(shop.id).locations.list()).toMatchObject([{ id: made.id }])
  expect(await shop.events()).toEqual(['location/created'])
  expect((await get(owner, {}, `/2025-03/${shop.id}/locations`)).status).toBe(200)
})

test('the session tells the stores and what the role may do there', async () => {
  expect((await owner.panel.sessions.get()).stores).toMatchObject([{ id: shop.id, role: 'owner', scopes: allScopes }])
  const [mine] = (await staff.panel.sessions.get()).stores
  expect(mine).toMatchObject({ id: shop.id, role: 'staff', scopes: expect.arrayContaining(['write_orders']) })
  for (const scope of ['write_locations', 'write_shipping', 'write_payments', 'write_scripts'])
    expect(mine?.scopes).not.toContain(scope)
})

test('contract 5.4: of a suspended store its people still see and change what is theirs', async () => {
  const suspended = await store({ server })
  await join(suspended, owner, 'owner')
  await suspended.db.tx(tx => suspendActor(tx, suspended.world.now(), suspended.id, everyone))
  expect(await owner.client(suspended.id).locations.create({ body: aLocation() })).toMatchObject({
    id: expect.any(String),
  })
  expect((await get(owner, {}, `/v1/${suspended.id}/locations`)).status).toBe(200)
})

test('a page asks ten things where an app asks one: the limits are ten times those of an app', async () => {
  const limited = await store({ server: await app({ rateLimit: { burst: 40, perSecond: 2 } }) })
  const someone = await signedUp(limited.server)
  await join(limited, someone, 'owner')
  const headers = { 'user-agent': 'Browser', cookie: someone.cookie(), 'x-csrf-token': csrfTokenOf(someone) }
  const answer = await ask(limited.server, 'GET', `/v1/${limited.id}/locations`, { headers })
  expect(answer.headers['x-rate-limit-limit']).toBe('400')
})

test('staff has the scopes of its role, and no more', async () => {
  expect((await get(staff)).status).toBe(200)
  const post = await ask(server, 'POST', `/v1/${shop.id}/locations`, {
    headers: {
      'user-agent': 'Browser',
      'content-type': 'application/json',
      cookie: staff.cookie(),
      'x-csrf-token': csrfTokenOf(staff),
    },
    body: JSON.stringify(aLocation()),
  })
  expectRefusal(post, 403, 'A', 'Missing required scope: write_locations')
})

test('a store that is not theirs does not exist, and without a store in the path there is none', async () => {
  const other = await store({ server })
  expectRefusal(await get(owner, {}, `/v1/${other.id}/locations`), 404, 'A', null)
  expectRefusal(await get(owner, {}, '/v1/locations'), 404, 'A', null)
})

test('the cookie alone opens nothing, and no other site can send the header', async () => {
  expectRefusal(await get(owner, { 'x-csrf-token': undefined }), 401, 'A', 'Required access token is missing')
  expectRefusal(await get(owner, { 'x-csrf-token': 'nonsense' }), 403, 'A')
  expectRefusal(await get(owner, { 'x-csrf-token': csrfTokenOf(staff) }), 403, 'A')
  expectRefusal(await get(owner, { origin: 'https://evil.example' }), 403, 'A')
  expectRefusal(await get(owner, { 'sec-fetch-site': 'cross-site' }), 403, 'A')
  expectRefusal(await get(owner, { cookie: undefined }), 401, 'A', 'Sign in first')
  expect((await get(owner, { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('a token counts before a session', async () => {
  expectRefusal(await get(owner, { authentication: 'bearer nonsense' }), 401, 'A', 'Invalid access token')
  expect((await get(owner, { authentication: `bearer ${shop.token}` })).status).toBe(200)
})

test.each<[string, (someone: Person) => Promise<unknown>]>([
  ['the pages', someone => someone.panel.sessions.signOut()],
  ['a page without scripts', someone => submit(someone, '/sign-out', { csrf_token: csrfTokenOf(someone) })],
])('ASVS 8.3.2: signing out in %s acts at once', async (_, signOut) => {
  const gone = await signedUp(server)
  await join(shop, gone, 'owner')
  expect((await get(gone)).status).toBe(200)
  const old = { cookie: gone.cookie(), 'x-csrf-token': csrfTokenOf(gone) }
  await signOut(gone)
  expect(gone.cookie()).toBeUndefined()
  expectRefusal(await get(gone, old), 401, 'A', 'Sign in first')
})
