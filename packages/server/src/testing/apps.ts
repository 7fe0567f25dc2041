/** An app and an owner who installs it, as a browser and the app's own server would do it. */
import type { Scope } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import { becomePartner, ensureAccount } from '../accounts/index.ts'
import { createApp } from '../apps/index.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { database } from './database.ts'
import { fetchFrom } from './inject.ts'
import { type Person, signedUp } from './people.ts'
import { secretKey, testWorld } from './store.ts'

export interface TestApp {
  app_id: number
  client_secret: string
  redirect_url: string
}

export async function anApp(change: { redirect_url?: string; scopes?: readonly Scope[] } = {}): Promise<TestApp> {
  const { db } = await database()
  const world = testWorld()
  const redirect_url = change.redirect_url ?? 'http://localhost:8000/auth/install'
  const made = await db.tx(async tx => {
    const account = await ensureAccount(tx, world.now(), { email: 'maker@test.example', password_hash: 'none' })
    const partner = await becomePartner(tx, world.now(), account.id, 'Maker & Sons')
    const scopes = change.scopes ?? ['write_products', 'read_orders']
    return createApp(tx, world, secretKey, { partner, name: 'Stock <b>Robot</b>', redirect_url, scopes })
  })
  return { ...made, redirect_url }
}

/** Somebody with a store, signed in. */
export async function merchant(server: FastifyInstance): Promise<{ owner: Person; store: number }> {
  const owner = await signedUp(server)
  const { id } = await owner.panel.stores.create({ body: { name: 'Shop', country: 'BR' } })
  return { owner, store: id }
}

/** Many stores, each like another but for its name, where an app is installed. */
export const installWidely = (
  db: Db,
  { app_id, store, count }: { app_id: number; store: number; count: number },
): Promise<unknown> =>
  db.run(sql`
    with made as (
      insert into stores (name, email, country, languages, main_language, main_currency, admin_language, created_at)
      select jsonb_build_object('es', 'Zapatería ' || n, 'pt', 'Sapataria ' || n, 'en', 'Shoe shop ' || n),
             email, country, languages, main_language, main_currency, admin_language, created_at
        from stores, generate_series(1, ${count}::int) n
       where id = ${store}
      returning id, created_at)
    insert into installations (store_id, app_id, scopes, created_at, updated_at)
    select id, ${app_id}::bigint, '[]', created_at, created_at from made`)

const field = /<input type="hidden" name="(\w+)" value="([^"]*)">/g
const store = /name="store_id" value="(\d+)"/

export const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** As browsers read a page and send its fields: no NUL comes through, and every end of a line is CR LF. */
const sentOf = (value: string) =>
  unescaped(value)
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\r\n?|\n/g, '\r\n')

/** What the form on a page would send. */
export function formOn(page: string): Record<string, string> {
  const [form = ''] = page.split('</form>')
  const hidden = [...form.matchAll(field)].map(([, name = '', value = '']) => [name, sentOf(value)])
  const [, id] = store.exec(form) ?? []
  return { ...Object.fromEntries(hidden), ...(id ? { store_id: id } : {}) }
}

export const submit = (someone: Person, path: string, form: Record<string, string>, headers = {}): Promise<Response> =>
  someone.fetch(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  })

/** Opens the page of consent, agrees, and gives the address that the browser is sent to. */
export async function agree(someone: Person, { app_id }: TestApp, query = ''): Promise<URL> {
  const path = `/apps/${app_id}/authorize`
  const page = await someone.fetch(`http://localhost${path}${query}`)
  const answer =
    page.status === 303 ? page : await submit(someone, path, { ...formOn(await page.text()), decision: 'accept' })
  if (answer.status !== 303) throw new Error(`${answer.status}: ${await answer.text()}`)
  return new URL(answer.headers.get('location') ?? '')
}

/** What an app sends for its token: a form, unless said otherwise. */
export async function askToken(
  server: FastifyInstance,
  fields: Record<string, string | number>,
  headers: Record<string, string> = {},
) {
  const answer = await fetchFrom(server)('http://localhost/apps/authorize/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields as Record<string, string>).toString(),
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

/** From the consent to the token. */
export async function install(server: FastifyInstance, someone: Person, app: TestApp): Promise<string> {
  const code = (await agree(someone, app)).searchParams.get('code') ?? ''
  const { app_id: client_id, client_secret } = app
  return (await askToken(server, { client_id, client_secret, code })).body.access_token
}
