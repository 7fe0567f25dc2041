/**
 * D25, ASVS 16.2.5: whatever happens, no secret is written into the log, the metrics or a refusal, and none can be read
 * out of the database.
 */
import { Writable } from 'node:stream'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { connect } from '../platform/database/database.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { createLog } from '../platform/log.ts'
import { createMailer, type Mail } from '../platform/mail.ts'
import { agree, anApp, askToken, merchant } from './apps.ts'
import { database } from './database.ts'
import { person } from './people.ts'
import { app } from './store.ts'

const Table = Type.Object({ name: Type.String() })
const Row = Type.Object({ row: Type.String() })

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const { db } = await database()
  const tables = await db.many(Table, sql`select tablename as name from pg_tables where schemaname = 'public'`)
  const texts = await Promise.all(
    tables.map(({ name }) => db.many(Row, raw(`select to_jsonb(t)::text as row from ${name} t`))),
  )
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

/** A log of everything, and what was written into it. */
function fullLog() {
  let text = ''
  const log = createLog(
    'trace',
    false,
    new Writable({
      write(chunk, _encoding, done) {
        text += chunk
        done()
      },
    }),
  )
  return {
    log,
    written: () => {
      log.flush()
      return text
    },
  }
}

test('a story with every kind of secret, and faults in between', async () => {
  const { log, written } = fullLog()
  let refusals = ''
  const mails: Mail[] = []
  const server = await app({ log, send: async mail => void mails.push(mail) })
  server.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode >= 400) refusals += payload
    return payload
  })
  const { db } = await database()
  const password = 'a password nobody knows'
  const visitor = person(server)
  await visitor.panel.accounts.create({ body: { name: 'Ana', email: 'ana@test.example', password } })
  await visitor.panel.accounts.askReset({ body: { email: 'ana@test.example' } })
  const { owner, store } = await merchant(server)
  const { email = '' } = owner.session().account ?? {}
  await owner.panel.members.invite({ params: { store_id: store }, body: { email: 'ben@test.example', role: 'staff' } })
  const admin = await owner.panel.storeTokens.create({
    params: { store_id: store },
    body: { name: 'ERP', scopes: ['read_orders'] },
  })
  const robot = await anApp()
  const state = 'a state that is a secret of the app'
  const location = await agree(owner, robot, `?state=${encodeURIComponent(state)}`)
  const code = location.searchParams.get('code') ?? ''
  const fields = { client_id: robot.app_id, client_secret: robot.client_secret, code }

  // Faults of ours, with all of it in the requests.
  await db.run(raw('alter table installations rename to installations_elsewhere'))
  await db.run(raw('alter table sessions rename to sessions_elsewhere'))
  expect((await askToken(server, fields)).status).toBe(500)
  await server.inject({ method: 'POST', url: '/panel/session', payload: { email, password: 'correct horse battery' } })
  await server.inject({ url: '/panel/session', headers: { cookie: owner.cookie() ?? '' } })
  await server.inject({ url: `/demo/callback?code=${code}` })
  await db.run(raw('alter table installations_elsewhere rename to installations'))
  await db.run(raw('alter table sessions_elsewhere rename to sessions'))
  const { body } = await askToken(server, fields)
  await db.run(raw('alter table stores rename column languages to tongues'))
  const headers = { authentication: `bearer ${body.access_token}`, 'user-agent': 'App' }
  expect(
    (await server.inject({ url: `/v1/${store}/store?access_token=${admin.access_token}`, headers })).statusCode,
  ).toBe(500)
  await db.run(raw('alter table stores rename column tongues to languages'))
  // Refusals, with all of it in the requests too.
  const refused = [
    await askToken(server, fields),
    await askToken(server, { ...fields, client_id: 999_999_999 }),
    await askToken(server, { ...fields, grant_type: admin.access_token }),
    await server.inject({ method: 'POST', url: '/panel/session', payload: { email: 'no@test.example', password } }),
    await server.inject({ url: `/v1/${store}/store`, headers: { ...headers, authentication: `bearer ${code}` } }),
    await server.inject({
      method: 'POST',
      url: `/v1/${store}/webhooks`,
      headers: { ...headers, authentication: `bearer ${admin.access_token}`, 'content-type': 'application/json' },
      payload: `{"url": "${admin.webhook_secret}", "event": `,
    }),
  ]
  expect(refused.map(answer => ('status' in answer ? answer.status : answer.statusCode))).toEqual([
    400, 401, 400, 401, 401, 400,
  ])
  const links = mails.map(({ text }) => /token=(\w+)/.exec(text)?.[1] ?? '')
  const cookies = [visitor, owner].map(someone => someone.cookie()?.split('=')[1] ?? '')
  const secrets = {
    password,
    code,
    state,
    links,
    cookies,
    ...{ admin: admin.access_token, app: body.access_token },
    webhooks: admin.webhook_secret,
  }
  const csrf = [visitor, owner].map(someone => someone.session().csrf_token ?? '')
  const all = [...Object.values({ ...secrets, csrf }).flat(), robot.client_secret, 'correct horse battery']
  const stored = await everything()
  const { body: metrics } = await server.inject('/metrics')
  expect(written()).toContain('request failed')
  expect(refusals).toContain('Internal Server Error')
  expect(metrics).toContain('http_request_duration_seconds')
  expect(all).toHaveLength(14)
  for (const secret of all) {
    expect(secret.length).toBeGreaterThan(10)
    for (const place of [written(), refusals, metrics, stored]) expect(place).not.toContain(secret)
  }
})

test('the passwords of SMTP_URL and DATABASE_URL are in no log, also where they lead nowhere', async () => {
  const { log, written } = fullLog()
  const password = 'a-password-of-another-service'
  const mailer = createMailer({ url: `smtp://user:${password}@127.0.0.1:1`, from: 'shop@example.com' }, log)
  await mailer({ to: 'ana@test.example', subject: 'Hi', text: 'Hi' })
  const database = connect({ url: `postgres://user:${password}@127.0.0.1:1/none`, size: 1 })
  await database.everywhere.run(sql`select 1`).catch(error => log.error({ err: error }, 'no database'))
  await database.close()
  expect(written()).toContain('could not be sent')
  expect(written()).toContain('no database')
  expect(written()).not.toContain(password)
})
