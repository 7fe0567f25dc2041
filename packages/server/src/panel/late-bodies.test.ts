/** What somebody has begun to send does not outlive their right to send it, however slowly its body comes. */
import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { addMember } from '../accounts/index.ts'
import { anApp, install, merchant } from '../testing/apps.ts'
import { database } from '../testing/database.ts'
import { type Person, signedUp } from '../testing/people.ts'
import { app, testWorld } from '../testing/store.ts'

let server: FastifyInstance
let owner: Person
let params: { store_id: number }

beforeEach(async () => {
  server = await app({ world: testWorld() })
  const made = await merchant(server)
  owner = made.owner
  params = { store_id: made.store }
})

/** The status of a request in the middle of whose body something happens. */
async function statusWhile(
  happening: () => Promise<unknown>,
  {
    body,
    headers,
    ...asked
  }: { url: string; method: 'POST' | 'DELETE'; headers: Record<string, string>; body: object },
): Promise<number> {
  const text = JSON.stringify(body)
  const payload = Readable.from(
    (async function* () {
      yield text.slice(0, 5)
      await happening()
      yield text.slice(5)
    })(),
  )
  const given = { 'content-type': 'application/json', 'content-length': String(text.length), ...headers }
  return (await server.inject({ ...asked, headers: given, payload } as InjectOptions)).statusCode
}

const bearer = (token: string) => ({ authentication: `bearer ${token}`, 'user-agent': 'App (app@example.com)' })

const ofPage = (someone: Person) => ({
  cookie: someone.cookie() ?? '',
  'x-csrf-token': someone.session().csrf_token ?? '',
  'user-agent': 'Browser',
})

test('a token that was revoked, or whose app has left, makes nothing', async () => {
  const write = { url: `/v1/${params.store_id}/products`, method: 'POST', body: { name: 'Late' } } as const
  const scopes = ['write_products' as const]
  const made = await owner.panel.storeTokens.create({ params, body: { name: 'ERP', scopes } })
  const revoke = () => owner.panel.storeTokens.revoke({ params: { ...params, id: made.id } })
  expect(await statusWhile(revoke, { ...write, headers: bearer(made.access_token) })).toBe(401)
  const robot = await anApp({ scopes })
  const headers = bearer(await install(server, owner, robot))
  expect(await statusWhile(async () => {}, { ...write, headers })).toBe(201)
  const leave = () => owner.panel.storeApps.uninstall({ params: { ...params, app_id: robot.app_id } })
  expect(await statusWhile(leave, { ...write, headers })).toBe(401)
})

test('an owner who was put out makes no token as the way back, nor one who is staff by now', async () => {
  const { db } = await database()
  const other = await signedUp(server)
  const account = other.session().account?.id ?? 0
  const enter = () => db.tx(tx => addMember(tx, new Date(), params.store_id, account, 'owner'))
  const make = {
    url: `/panel/stores/${params.store_id}/tokens`,
    method: 'POST',
    body: { name: 'Way back', scopes: ['write_products'] },
  } as const
  await enter()
  expect(await statusWhile(async () => {}, { ...make, headers: ofPage(other) })).toBe(201)
  const remove = () => owner.panel.members.remove({ params: { ...params, account_id: account } })
  expect(await statusWhile(remove, { ...make, headers: ofPage(other) })).toBe(404)
  await enter()
  const demote = () =>
    owner.panel.members.update({ params: { ...params, account_id: account }, body: { role: 'staff' } })
  expect(await statusWhile(demote, { ...make, headers: ofPage(other) })).toBe(403)
})

test('a session that was ended does nothing more', async () => {
  const make = { url: '/panel/stores', method: 'POST', body: { name: 'Late', country: 'BR' } } as const
  const end = () => owner.panel.sessions.endAll()
  expect(await statusWhile(end, { ...make, headers: ofPage(owner) })).toBe(401)
})
