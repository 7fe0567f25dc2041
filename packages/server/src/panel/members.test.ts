import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { acceptInvitation, changeRole, invite } from '../accounts/index.ts'
import { sql } from '../platform/database/sql.ts'
import type { Mail } from '../platform/mail.ts'
import { lockStore } from '../stores/index.ts'
import { statusOf } from '../testing/answers.ts'
import { database } from '../testing/database.ts'
import { meet } from '../testing/locks.ts'
import { person, signedUp } from '../testing/people.ts'
import { app, type TestWorld, testWorld } from '../testing/store.ts'

let world: TestWorld
let server: FastifyInstance
const mails: Mail[] = []

beforeAll(async () => {
  world = testWorld()
  server = await app({ world, send: async mail => void mails.push(mail) })
})

/** An owner with a store, and the link of an invitation to it. */
async function shop() {
  const owner = await signedUp(server, { 'accept-language': 'es' })
  const { id: store_id } = await owner.panel.stores.create({ body: { name: 'Zapatería', country: 'AR' } })
  const params = { store_id }
  const invite = async (role: 'owner' | 'staff', email = 'new@test.example') => {
    mails.length = 0
    const invitation = await owner.panel.members.invite({ params, body: { email, role } })
    const token = /token=(\w+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
    return { invitation, token }
  }
  return { owner, params, invite }
}

test('whoever makes a store owns it, and may have several', async () => {
  const { owner, params } = await shop()
  const second = await owner.panel.stores.create({ body: { name: 'Loja', country: 'BR', languages: ['es', 'en'] } })
  expect(second).toMatchObject({ name: { pt: 'Loja', es: 'Loja', en: 'Loja' }, role: 'owner', main_currency: 'BRL' })
  expect((await owner.panel.sessions.get()).stores.map(({ id }) => id)).toEqual([params.store_id, second.id])
  expect(await owner.panel.members.list({ params })).toMatchObject([{ role: 'owner' }])
})

/** So many more stores like theirs. */
async function open(count: number, { owner, params }: Awaited<ReturnType<typeof shop>>): Promise<void> {
  const { db } = await database()
  await db.run(sql`
    with others as (
      insert into stores (name, email, country, languages, main_language, main_currency, admin_language, created_at)
      select name, email, country, languages, main_language, main_currency, admin_language, created_at
        from stores, generate_series(1, ${count}) where id = ${params.store_id}
      returning id
    )
    insert into members (store_id, account_id, role, created_at)
    select id, ${owner.session().account?.id ?? 0}, 'owner', now() from others`)
}

test('whoever works in very many stores sees all of them', async () => {
  const made = await shop()
  await open(300, made)
  expect((await made.owner.panel.sessions.get()).stores).toHaveLength(301)
})

test('nobody with fifty stores makes another', async () => {
  const made = await shop()
  await open(48, made)
  const create = () => statusOf(made.owner.panel.stores.create({ body: { name: 'Loja', country: 'BR' } }))
  expect([await create(), await create()]).toEqual([200, 422])
})

test('an invitation comes by mail, in the words of who invites, and is accepted once by whoever holds the link', async () => {
  const { owner, params, invite } = await shop()
  const { token, invitation } = await invite('staff')
  expect(mails).toMatchObject([{ to: 'new@test.example', subject: 'Invitación a Zapatería' }])
  expect(mails[0]?.text).toContain('http://localhost/invitation?token=bsi_')
  expect(await owner.panel.members.invitations({ params })).toEqual([invitation])

  const ben = await signedUp(server)
  expect(await person(server).panel.invitations.preview({ query: { token } })).toEqual({
    store: { id: params.store_id, name: { es: 'Zapatería' } },
    email: 'new@test.example',
    role: 'staff',
  })
  const session = await ben.panel.invitations.accept({ body: { token } })

  expect(session.stores).toMatchObject([{ id: params.store_id, role: 'staff' }])
  expect(await owner.panel.members.list({ params })).toHaveLength(2)
  expect(await owner.panel.members.invitations({ params })).toEqual([])
  const carla = await signedUp(server)
  expect(await statusOf(carla.panel.invitations.accept({ body: { token } }))).toBe(404)
})

test('one that somebody accepts at this moment is used up for whoever else holds the link', async () => {
  const { params, owner, invite } = await shop()
  const { token } = await invite('staff')
  const [ben, carla] = [await signedUp(server), await signedUp(server)]
  const late = await meet(
    (await database()).db,
    tx => acceptInvitation(tx, world.now(), ben.session().account?.id ?? 0, token),
    () => statusOf(carla.panel.invitations.accept({ body: { token } })),
  )
  expect(late).toBe(404)
  expect(await owner.panel.members.list({ params })).toHaveLength(2)
})

test('one that is accepted leaves the others open', async () => {
  const { owner, params, invite } = await shop()
  const [{ token }, one, other] = [
    await invite('staff'),
    await invite('staff', 'one@test.example'),
    await invite('staff', 'other@test.example'),
  ]
  await (await signedUp(server)).panel.invitations.accept({ body: { token } })
  // The newest first.
  expect(await owner.panel.members.invitations({ params })).toEqual([other.invitation, one.invitation])
})

test('one that gives nothing to whoever opens it stays for whom it was sent to', async () => {
  const { owner, params, invite } = await shop()
  const { token, invitation } = await invite('staff')
  const { stores } = await owner.panel.invitations.accept({ body: { token } })
  expect(stores).toMatchObject([{ id: params.store_id, role: 'owner' }])
  expect(await owner.panel.members.invitations({ params })).toEqual([invitation])
  const ben = await signedUp(server)
  await ben.panel.invitations.accept({ body: { token } })

  const another = await invite('staff', 'other@test.example')
  await ben.panel.invitations.accept({ body: { token: another.token } })
  expect(await owner.panel.members.invitations({ params })).toEqual([another.invitation])
  const better = await invite('owner', 'better@test.example')
  expect(await ben.panel.invitations.accept({ body: { token: better.token } })).toMatchObject({
    stores: [{ role: 'owner' }],
  })
  expect(await owner.panel.members.invitations({ params })).toEqual([another.invitation])
})

test('where nobody may sign up, whoever is invited can', async () => {
  const { params, invite } = await shop()
  const closed = await app({ world, signUp: false })
  const { token } = await invite('staff')
  const [carla, dora] = [person(closed), person(closed)]
  const body = { name: 'Carla', email: 'carla@test.example', password: 'correct horse battery', invitation: token }
  await carla.panel.accounts.create({ body })
  const { stores } = await carla.panel.invitations.accept({ body: { token } })
  expect(stores).toMatchObject([{ id: params.store_id, role: 'staff' }])
  for (const invitation of [token, `${token}x`, ''])
    expect(await statusOf(dora.panel.accounts.create({ body: { ...body, email: 'd@test.example', invitation } }))).toBe(
      403,
    )
})

test('one that is withdrawn, a week old, or followed by another to the same address is worth nothing', async () => {
  const { owner, params, invite } = await shop()
  const ben = await signedUp(server)
  const accept = (token: string) => statusOf(ben.panel.invitations.accept({ body: { token } }))
  const withdrawn = await invite('staff')
  await owner.panel.members.withdraw({ params: { ...params, id: withdrawn.invitation.id } })
  expect(await accept(withdrawn.token)).toBe(404)
  const [first, second] = [await invite('staff'), await invite('owner', 'NEW@test.example')]
  expect(await accept(first.token)).toBe(404)
  world.advance(7 * 86_400_000)
  expect(await accept(second.token)).toBe(404)
  expect(await statusOf(person(server).panel.invitations.preview({ query: { token: second.token } }))).toBe(404)
  expect(await owner.panel.members.invitations({ params })).toEqual([])
})

test('a hundred can be open at a time', async () => {
  const { owner, params, invite } = await shop()
  const { invitation } = await invite('staff')
  const { db } = await database()
  await db.run(sql`
    insert into invitations (store_id, hash, email, role, created_at, expires_at)
    select store_id, hash || n, email || n, role, created_at, expires_at
      from invitations, generate_series(2, 100) n where store_id = ${params.store_id}`)
  const one = () => statusOf(invite('staff', 'one.more@test.example'))
  expect(await one()).toBe(422)
  await owner.panel.members.withdraw({ params: { ...params, id: invitation.id } })
  expect(await one()).toBe(200)
  expect(await statusOf(invite('staff', 'another@test.example'))).toBe(422)
  // That one is open already: it is renewed.
  expect(await one()).toBe(200)
  expect(await owner.panel.members.invitations({ params })).toHaveLength(100)
})

test('two to one address that come at once leave one open', async () => {
  const { owner, params } = await shop()
  const twice = ['eva@test.example', 'Eva@test.example']
  const latest = await meet(
    (await database()).database.of(params.store_id),
    async tx => {
      await lockStore(tx, params.store_id)
      await invite(tx, world, params.store_id, { email: twice[0] ?? '', role: 'staff' })
    },
    () => owner.panel.members.invite({ params, body: { email: twice[1] ?? '', role: 'owner' } }),
  )
  expect(await owner.panel.members.invitations({ params })).toEqual([latest])
})

test('who works there already is not invited', async () => {
  const { owner, params, invite } = await shop()
  const ben = await signedUp(server)
  await ben.panel.invitations.accept({ body: { token: (await invite('staff')).token } })
  const email = ben.session().account?.email.toUpperCase() ?? ''
  mails.length = 0
  const refusal = await owner.panel.members.invite({ params, body: { email, role: 'owner' } }).catch(error => error)
  expect(refusal).toMatchObject({ status: 409, body: { description: `${email} works in the store already` } })
  expect(mails).toEqual([])
  expect(await owner.panel.members.invitations({ params })).toEqual([])
})

test('who does not work there, and what nobody was invited by, is 404', async () => {
  const { owner, params } = await shop()
  const stranger = { ...params, account_id: (await signedUp(server)).session().account?.id ?? 0 }
  const other = await shop()
  const { invitation } = await other.invite('staff')
  const attempts = [
    owner.panel.members.update({ params: stranger, body: { role: 'owner' } }),
    owner.panel.members.update({ params: stranger, body: { role: 'staff' } }),
    owner.panel.members.remove({ params: stranger }),
    owner.panel.members.withdraw({ params: { ...params, id: invitation.id } }),
  ]
  expect(await Promise.all(attempts.map(statusOf))).toEqual([404, 404, 404, 404])
  expect(await other.owner.panel.members.invitations({ params: other.params })).toEqual([invitation])
})

test('a store always keeps an owner', async () => {
  const { owner, params, invite } = await shop()
  const me = { ...params, account_id: owner.session().account?.id ?? 0 }
  expect(await statusOf(owner.panel.members.update({ params: me, body: { role: 'staff' } }))).toBe(422)
  expect(await statusOf(owner.panel.members.remove({ params: me }))).toBe(422)
  const ben = await signedUp(server)
  await ben.panel.invitations.accept({ body: { token: (await invite('owner')).token } })
  const his = { ...params, account_id: ben.session().account?.id ?? 0 }

  const leaving = [owner.panel.members.remove({ params: his }), ben.panel.members.remove({ params: me })].map(statusOf)

  // The second may find itself outside already.
  expect([
    [200, 404],
    [200, 422],
  ]).toContainEqual((await Promise.all(leaving)).toSorted())
  const left = (await Promise.all([owner, ben].map(one => one.panel.sessions.get()))).flatMap(({ stores }) => stores)
  expect(left).toMatchObject([{ role: 'owner' }])
})

test('staff sees who works there, in the order in which they came, and changes nothing of it', async () => {
  const [ana, ben] = [await signedUp(server), await signedUp(server)]
  const { owner, params, invite } = await shop()
  world.advance(1000)
  // At the same moment: whose account is older stands before.
  for (const one of [ben, ana]) await one.panel.invitations.accept({ body: { token: (await invite('staff')).token } })
  const account_id = owner.session().account?.id ?? 0
  expect((await ben.panel.members.list({ params })).map(member => member.account_id)).toEqual([
    account_id,
    ana.session().account?.id,
    ben.session().account?.id,
  ])
  const attempts = [
    ben.panel.members.remove({ params: { ...params, account_id } }),
    ben.panel.members.update({ params: { ...params, account_id }, body: { role: 'staff' } }),
    ben.panel.members.invitations({ params }),
    ben.panel.members.invite({ params, body: { email: 'x@test.example', role: 'owner' } }),
  ]
  expect(await Promise.all(attempts.map(statusOf))).toEqual([403, 403, 403, 403])
  await owner.panel.members.update({
    params: { ...params, account_id: ben.session().account?.id ?? 0 },
    body: { role: 'owner' },
  })
  expect(await statusOf(ben.panel.members.invitations({ params }))).toBe(200)
})

test.each(['removed', 'made staff'])('an owner who is %s has left no way back: open invitations end', async what => {
  const { owner, params, invite } = await shop()
  const [ben, carla] = [await signedUp(server), await signedUp(server)]
  await ben.panel.invitations.accept({ body: { token: (await invite('owner')).token } })
  await carla.panel.invitations.accept({ body: { token: (await invite('staff')).token } })
  const out = (someone: typeof ben) => {
    const member = { ...params, account_id: someone.session().account?.id ?? 0 }
    return what === 'removed'
      ? ben.panel.members.remove({ params: member })
      : ben.panel.members.update({ params: member, body: { role: 'staff' } })
  }
  const { token } = await invite('owner', 'myself@test.example')
  await out(carla)
  expect(await ben.panel.members.invitations({ params })).toHaveLength(1)
  await out(owner)
  expect(await ben.panel.members.invitations({ params })).toEqual([])
  expect(await statusOf(owner.panel.invitations.accept({ body: { token } }))).toBe(404)
})

test.each(['asks to be one', 'invites'])('an owner who %s while being made staff is one no more', async what => {
  const { owner, params, invite } = await shop()
  const ben = await signedUp(server)
  await ben.panel.invitations.accept({ body: { token: (await invite('owner')).token } })
  const [account = 0, by = 0] = [owner, ben].map(one => one.session().account?.id)
  const late = await meet(
    (await database()).database.of(params.store_id),
    tx => changeRole(tx, params.store_id, { account, by }, 'staff'),
    () =>
      what === 'invites'
        ? statusOf(owner.panel.members.invite({ params, body: { email: 'myself@test.example', role: 'owner' } }))
        : statusOf(owner.panel.members.update({ params: { ...params, account_id: account }, body: { role: 'owner' } })),
  )
  expect(late).toBe(403)
  expect(await ben.panel.members.invitations({ params })).toEqual([])
  expect((await ben.panel.members.list({ params })).filter(({ role }) => role === 'owner')).toHaveLength(1)
})

test('a member of the staff whom an owner invites as an owner becomes one; an owner stays what they are', async () => {
  const { owner, params, invite } = await shop()
  const ben = await signedUp(server)
  const accept = async (role: 'owner' | 'staff') =>
    (await ben.panel.invitations.accept({ body: { token: (await invite(role)).token } })).stores[0]?.role
  expect([await accept('staff'), await accept('owner'), await accept('staff')]).toEqual(['staff', 'owner', 'owner'])
  expect(await owner.panel.members.list({ params })).toHaveLength(2)
})

describe('mail to strangers', () => {
  test('to one address goes so often, whoever invites', async () => {
    const [one, other] = [await shop(), await shop()]
    const body = { email: 'often@test.example', role: 'staff' } as const
    const invite = ({ owner, params }: Awaited<ReturnType<typeof shop>>) =>
      statusOf(owner.panel.members.invite({ params, body }))
    for (let i = 0; i < 29; i++) expect(await invite(one)).toBe(200)
    const written = { ...body, email: 'Often@Test.example' }
    expect(await statusOf(one.owner.panel.members.invite({ params: one.params, body: written }))).toBe(200)
    mails.length = 0
    expect([await invite(one), await invite(other)]).toEqual([429, 429])
    expect(mails).toEqual([])
    world.advance(120_000)
    expect([await invite(other), await invite(one)]).toEqual([200, 429])
  })

  test('is for an address that mail reads as it is counted: as one, without a name or a remark', async () => {
    const { owner, params } = await shop()
    mails.length = 0
    const others = ['eve,ana@test.example', 'eve;ana@test.example', 'eve:ana@test.example', '(eve)ana@test.example']
    for (const email of [...others, '<ana@test.example>', 'eve<ana@test.example>', '"ana"@test.example'])
      expect(await statusOf(owner.panel.members.invite({ params, body: { email, role: 'staff' } })), email).toBe(422)
    expect(mails).toEqual([])
  })

  test('from one account goes so often, whoever is invited', async () => {
    const { owner, params } = await shop()
    const invite = async (i: number) => {
      const made = owner.panel.members.invite({ params, body: { email: `p${i}@test.example`, role: 'staff' } })
      return statusOf(made.then(({ id }) => owner.panel.members.withdraw({ params: { ...params, id } })))
    }
    for (let i = 0; i < 100; i++) expect(await invite(i)).toBe(200)
    expect(await invite(100)).toBe(429)
  })

  test('is not waited for', async () => {
    const silent = await app({ world, send: () => new Promise(() => {}) })
    const owner = await signedUp(silent)
    const { id: store_id } = await owner.panel.stores.create({ body: { name: 'Loja', country: 'BR' } })
    const body = { email: 'eva@test.example', role: 'staff' } as const
    expect(await owner.panel.members.invite({ params: { store_id }, body })).toMatchObject(body)
  })
})
