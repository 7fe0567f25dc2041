/** The partner panel in a real browser, from the first application to its end in a store. */
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { installWidely } from './apps.ts'
import { personAt } from './people.ts'
import { headersOf } from './process.ts'
import { stage } from './stage.ts'
import { type TinyApp, tinyApp } from './tiny-app.ts'
import { faults, inspected, isSeen, look, soon } from './visit.ts'

const { server, demo, db, stranger, enter } = await stage()

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
const section = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).click()

/** Asks the API as the app would. */
async function ask(token: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}/v1/${path}`, {
    ...init,
    headers: { ...headersOf({ access_token: token }), 'content-type': 'application/json' },
  })
}

describe('the life of an application', { timeout: 120_000 }, () => {
  test('a partner signs up, makes an app and installs it; it calls, is told, asks for more, and is uninstalled', async () => {
    const app = await tinyApp(server.url)
    const { page, troubles } = await stranger('/', {}, [app.url])

    await signUp(page)
    await make(page, app)
    await installIntoDemoStore(page)
    expect(app.tokens).toMatchObject([{ scope: 'read_products,write_products,read_orders' }])
    const [first] = app.tokens
    if (!first) throw new Error('the app has got no token')
    await isTold(app, first)
    await seesCalls(page)
    await replays(page, app)

    await asksForMore(page)
    expect(app.tokens).toMatchObject([{}, { scope: 'read_products,read_orders,write_orders', user_id: first.user_id }])
    const [, second] = app.tokens
    if (!second) throw new Error('the app has got no second token')
    await expect.poll(async () => (await ask(first.access_token, `${first.user_id}/orders`)).status, soon).toBe(401)
    expect((await ask(second.access_token, `${first.user_id}/orders`)).status).toBe(200)
    const refused = await ask(second.access_token, `${first.user_id}/products`, { method: 'POST', body: '{}' })
    expect(refused.status).toBe(403)

    await uninstall(page, first.user_id)
    await expect.poll(async () => (await ask(second.access_token, `${first.user_id}/orders`)).status, soon).toBe(401)
    await expect
      .poll(() => app.notified.map(({ raw }) => JSON.parse(raw)), soon)
      .toContainEqual({ store_id: first.user_id, event: 'app/uninstalled', id: Number(app.keys.client_id) })
    await stillSees(page, app)
    expect(app.states).toEqual([null, null])
    expect(troubles).toEqual([])
  })

  async function signUp(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Partner panel' }).click()
    await heading(page, 'Sign in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await heading(page, 'Create an account')
    await page.getByLabel('Your name').fill('Grace')
    await page.getByLabel('E-mail').fill('grace@robots.example')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await heading(page, 'Make applications')
    await page.getByLabel('Name of the publisher').fill('Robot Works')
    await page.getByRole('button', { name: 'Open the partner panel' }).click()
    await page.getByText('No applications yet').waitFor()
  }

  async function make(page: Page, app: TinyApp): Promise<void> {
    await page.getByRole('link', { name: 'New application' }).click()
    await heading(page, 'New application')
    await page.getByLabel('Name', { exact: true }).fill('Stock robot')
    await page.getByRole('radio', { name: /^Own clients/ }).check()
    await page.getByRole('button', { name: 'Create the application' }).click()
    await heading(page, 'Access keys')
    await page.getByRole('button', { name: 'Show: client_secret' }).click()
    const [client_id = '', client_secret = ''] = await page.locator('dl code').allTextContents()
    app.keys = { client_id, client_secret }
    await section(page, 'Edit')
    await page.getByLabel('Redirect address').fill(`${app.url}/auth/install`)
    await page.getByLabel('Address of the application').fill(`${app.url}/`)
    await page.getByLabel('View orders').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
  }

  async function installIntoDemoStore(page: Page): Promise<void> {
    await section(page, 'Overview')
    await page.getByRole('button', { name: 'New demo store' }).click()
    await page.getByRole('dialog').getByLabel('Name of the store').fill('Proving ground')
    await page.getByRole('dialog').getByRole('button', { name: 'Create the store' }).click()
    await page.getByText('The demo store is chosen.').waitFor()
    await page.getByRole('link', { name: 'Install into the demo store' }).click()
    await heading(page, 'Install Stock robot?')
    await page.getByText('An application by Robot Works').waitFor()
    expect(await page.getByRole('listitem').allTextContents()).toContain('View orders')
    await page.getByRole('button', { name: 'Accept and install' }).click()
    await heading(page, 'Welcome to the app')
  }

  /** A change in the store arrives at the app, signed with its secret. */
  async function isTold(app: TinyApp, { access_token, user_id }: TinyApp['tokens'][number]): Promise<void> {
    for (const event of ['product/created', 'app/uninstalled']) {
      const body = JSON.stringify({ event, url: `${app.url}/hook` })
      expect((await ask(access_token, `${user_id}/webhooks`, { method: 'POST', body })).status).toBe(201)
    }
    const body = JSON.stringify({ name: { en: 'Made by the app' } })
    const product = (await (await ask(access_token, `${user_id}/products`, { method: 'POST', body })).json()) as {
      id: number
    }
    await expect.poll(() => app.notified, soon).toHaveLength(1)
    const [{ raw, headers } = { raw: '', headers: {} }] = app.notified
    expect(JSON.parse(raw)).toEqual({ store_id: user_id, event: 'product/created', id: product.id })
    const signature = createHmac('sha256', app.keys.client_secret).update(raw).digest('hex')
    expect(headers['x-linkedstore-hmac-sha256']).toBe(signature)
    await ask(access_token, `${user_id}/customers`)
  }

  /** Back in the panel: where it is installed, and what it asked for. */
  async function seesCalls(page: Page): Promise<void> {
    await page.goto('/partner')
    await page.getByRole('link', { name: 'Stock robot' }).click()
    await page.getByRole('cell', { name: /Proving ground/ }).waitFor()
    await section(page, 'API calls')
    await page.getByRole('row', { name: /POST \/webhooks 2 0/ }).waitFor()
    await page.getByRole('row', { name: /GET \/customers.*read_customers.*403/ }).waitFor()
  }

  async function replays(page: Page, app: TinyApp): Promise<void> {
    await section(page, 'Webhooks')
    const row = page.getByRole('row', { name: /product\/created/ })
    await row.getByText('Delivered').waitFor()
    await row.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('It is on its way again.').waitFor()
    await expect.poll(() => app.notified, soon).toHaveLength(2)
    const [once, again] = app.notified
    expect(again?.headers['webhook-id']).toBe(once?.headers['webhook-id'])
  }

  /** Specification 1.3: other scopes need another consent, which gives another token. */
  async function asksForMore(page: Page): Promise<void> {
    await section(page, 'Edit')
    await page.getByText('nothing needed one of its scopes').waitFor()
    await page.getByLabel(/^Create, change and delete products/).uncheck()
    await page.getByLabel('Create and change orders').check()
    await page.getByText('They are asked again when they install it again').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await section(page, 'Overview')
    await page.getByText('Other scopes than now').waitFor()
    await page.getByRole('link', { name: 'Install into the demo store' }).click()
    await heading(page, 'Install Stock robot?')
    expect(await page.getByRole('listitem').allTextContents()).toContain('Create and change orders')
    await page.getByRole('button', { name: 'Accept and install' }).click()
    await heading(page, 'Welcome to the app')
  }

  /** The app is gone from the store, and so are its webhooks; what it was told there is not. */
  async function stillSees(page: Page, app: TinyApp): Promise<void> {
    await page.goto(`/partner/apps/${app.keys.client_id}/webhooks`)
    await page
      .getByRole('combobox', { name: 'Store' })
      .getByText('Proving ground (uninstalled)')
      .waitFor({ state: 'attached' })
    const row = page.getByRole('row', { name: /app\/uninstalled/ })
    await row.getByText('Delivered').waitFor()
    expect(await row.getByRole('button', { name: 'Send again' }).count()).toBe(0)
  }

  async function uninstall(page: Page, store: number): Promise<void> {
    await page.goto(`/admin/${store}/apps`)
    await page.getByRole('button', { name: 'Uninstall: Stock robot' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
    await page.getByText('Stock robot is uninstalled.').waitFor()
  }
})

describe('an application that is there', { timeout: 120_000 }, () => {
  test('specification 4.5: is called ready as long as it tells tracking codes by the shipment', async () => {
    const { access_token, app_id } = demo
    const { page } = await enter('partner', `/partner/apps/${app_id}`)
    await page.getByText('Not known yet').waitFor()
    const shipment = '1/orders/1/fulfillment-orders/01ARZ3NDEKTSV4RRFFQ69G5FAV/fulfill'
    await ask(access_token, shipment, { method: 'POST', body: '{}' })
    await page.reload()
    await page.getByText('Multi-inventory ready', { exact: true }).waitFor()
    await ask(access_token, '1/orders/1/fulfill', { method: 'POST', body: '{}' })
    await page.reload()
    await page.getByText('Not multi-inventory ready').waitFor()
  })

  test('gets a new secret when its partner says so twice, and the old one ends', async () => {
    const { client_secret, app_id } = demo
    const { page, troubles } = await enter('partner', `/partner/apps/${app_id}`)
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await exchange(client_secret)).toBe('invalid_grant')
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    await page.getByText('The client secret is new.').waitFor()
    await page.getByRole('button', { name: 'Show: client_secret' }).click()
    const [, shown = ''] = await page.locator('dl code').allTextContents()
    expect(await exchange(client_secret)).toBe('invalid_client')
    expect(await exchange(shown)).toBe('invalid_grant')
    expect(troubles).toEqual([])
  })

  /** A code that never was tells a right secret from a wrong one. */
  async function exchange(client_secret: string): Promise<string> {
    const body = new URLSearchParams({ client_id: String(demo.app_id), client_secret, code: 'bac_1_none' })
    const answer = await fetch(`${server.url}/apps/authorize/token`, { method: 'POST', body })
    return ((await answer.json()) as { error: string }).error
  }

  test('is edited with a way back; an address that no browser can open is refused where it stands', async () => {
    const { page } = await enter('partner', `/partner/apps/${demo.app_id}/settings`)
    await page.getByLabel('Name', { exact: true }).fill('Renamed app')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Renamed app')
    await page.getByRole('button', { name: 'Undo' }).click()
    await heading(page, 'Demo app')
    await page.getByLabel('Privacy policy').fill('https://[')
    // What the browser would refuse by itself is sent all the same.
    await page.evaluate("document.querySelector('form').noValidate = true")
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('is invalid', { exact: true }).waitFor()
    await page.getByLabel('Privacy policy').fill('')
    await page.getByRole('radio', { name: /^Own clients/ }).check()
    await page.getByLabel('Numbers of the stores').fill('1, 999999')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('names a store that does not exist', { exact: true }).waitFor()
    expect(await isSeen(page.getByRole('alert').filter({ hasText: 'The service refused it' }))).toBe(true)
  })
})

test('a new one that is refused says where by the labels, keeps what was typed, and is not left by accident', async () => {
  const { page } = await enter('partner', '/partner')
  await page.getByRole('link', { name: 'New application' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Half an app')
  await page.getByRole('radio', { name: /^Own clients/ }).check()
  await page.getByLabel('Numbers of the stores').fill('999999')
  // What was typed for the one choice goes with the other, too, and is then shown again.
  await page.getByRole('radio', { name: /^App store/ }).check()
  await page.getByRole('button', { name: 'Create the application' }).click()
  await page.getByText('Numbers of the stores: names a store that does not exist').waitFor()
  await page.getByText('names a store that does not exist', { exact: true }).waitFor()
  expect(await page.getByLabel('Numbers of the stores').inputValue()).toBe('999999')

  const question = page.getByRole('dialog', { name: 'There are changes that are not saved yet.' })
  for (const leave of [
    () => page.goBack(),
    () => page.getByRole('main').getByRole('link', { name: 'Applications' }).click(),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Half an app')
  }
  await page.getByLabel('Numbers of the stores').fill('')
  await page.getByRole('button', { name: 'Create the application' }).click()
  await heading(page, 'Half an app')
})

test('a demo store that its partner owns no longer is still named, and leads nowhere', async () => {
  const { panel } = personAt(server.url)
  const { account } = await panel.sessions.signIn({ body: demo.partner })
  const { id } = await panel.stores.create({ body: { name: 'Handed over', country: 'BR' } })
  const body = { name: 'Left behind', distribution: 'app_store', demo_store_id: id } as const
  const app = await panel.partnerApps.create({ body })
  const { page, troubles } = await enter('partner', `/partner/apps/${app.id}`)
  await page.getByRole('link', { name: 'Open the store' }).waitFor()
  await db.run(sql`delete from members where store_id = ${id} and account_id = ${account?.id}`)
  await page.reload()
  const choice = page.getByLabel('Demo store', { exact: true })
  await choice.getByText(`Store ${id}, which is not yours any more`).waitFor({ state: 'attached' })
  expect(await choice.inputValue()).toBe(String(id))
  expect(await page.getByRole('link', { name: /Open the store|Install into/ }).count()).toBe(0)
  await choice.selectOption('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect((await panel.partnerApps.get({ params: { app_id: app.id } })).demo_store_id).toBeNull()
  expect(troubles).toEqual([])
})

test('one that asks for nothing is installed, and uninstalled from two tabs at once without a complaint', async () => {
  const { panel } = personAt(server.url)
  await panel.sessions.signIn({ body: demo.partner })
  const { id } = await panel.partnerApps.create({
    body: { name: 'Fleeting', distribution: 'own_clients', scopes: [], store_ids: [demo.store_id] },
  })
  const { page } = await enter('owner', `/apps/${id}/authorize?store_id=${demo.store_id}&lang=en`)
  await page.getByText('It asks for no permissions.').waitFor()
  await page.getByRole('button', { name: 'Accept and install' }).click()
  await heading(page, 'The application is installed')
  const tabs = [page, await page.context().newPage()]
  for (const tab of tabs) {
    await tab.goto(`/admin/${demo.store_id}/apps`)
    await tab.getByRole('main').getByText('What it may do (0 permissions)').waitFor()
    await tab.getByRole('button', { name: 'Uninstall: Fleeting' }).click()
  }
  for (const tab of tabs) {
    await tab.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
    await tab.getByText('Fleeting is uninstalled.').waitFor()
    expect(await tab.getByRole('button', { name: 'Uninstall: Fleeting' }).count()).toBe(0)
  }
})

test('of more stores than anybody looks through, any is found where it is installed and among the webhooks', async () => {
  const { app_id } = demo
  await installWidely(db, { app_id, store: demo.store_id, count: 230 })
  const { page, troubles } = await enter('partner', `/partner/apps/${app_id}/webhooks`)
  const search = page.getByRole('searchbox', { name: 'Search for a store by name or store_id' })
  const store = page.getByRole('combobox', { name: 'Store' })
  await store.getByText('181 more stores: search for them').waitFor({ state: 'attached' })
  await search.fill('shop 229')
  await expect.poll(() => store.getByRole('option').allTextContents(), soon).toEqual(['Shoe shop 229'])
  await search.fill('nowhere')
  await heading(page, 'No stores found')
  await page.goto(`/partner/apps/${app_id}`)
  await search.fill('shop 22')
  await page.getByText('1–11 of 11').waitFor()
  expect(troubles).toEqual([])
})

test('every page of partners is accessible in every language, and fits a telephone', { timeout: 600_000 }, async () => {
  const { access_token, app_id } = demo
  const body = JSON.stringify({ event: 'product/created', url: 'http://127.0.0.1:1/an/address/that/is/long' })
  await ask(access_token, '1/webhooks', { method: 'POST', body })
  await ask(access_token, '1/products', { method: 'POST', body: JSON.stringify({ name: 'Lantern' }) })
  await ask(access_token, '1/products/999999')
  const sections = ['', '/settings', '/calls', '/webhooks'].map(section => `/partner/apps/${app_id}${section}`)
  const partner = await enter('partner', '/partner', inspected)
  expect(await faults(partner, ['/partner', '/partner/apps/new', ...sections])).toEqual([])
  expect(partner.troubles).toEqual([])
  // Who is no partner yet is asked for a name.
  const owner = await enter('owner', '/partner', inspected)
  expect(await look(owner.page)).toEqual([])
})
