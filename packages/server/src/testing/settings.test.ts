/** What an owner decides about the store, in a real browser: applications, settings, the order of the locations. */
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { personAt } from './people.ts'
import { headersOf } from './process.ts'
import { receiver } from './receiver.ts'
import { stage } from './stage.ts'
import { inspected, look, moveDown, soon, type Visit, violations } from './visit.ts'

const { server, demo, client, command, stranger, enter } = await stage()
const partner = personAt(server.url)
await partner.panel.sessions.signIn({ body: demo.partner })

let opened: Visit

async function owner(path: string, options?: BrowserContextOptions): Promise<Page> {
  opened = await enter('owner', path, options)
  return opened.page
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
const told = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor()
const statusOf = async (token: string, path: string) =>
  (await fetch(`${server.url}/v1/${demo.store_id}${path}`, { headers: headersOf({ access_token: token }) })).status

describe('applications', { timeout: 120_000 }, () => {
  const make = (name: string, scopes: ('read_orders' | 'write_products')[]) =>
    partner.panel.partnerApps.create({ body: { name, distribution: 'app_store', scopes } })

  test('one is found, installed with its scopes in words, asks for more, and is uninstalled', async () => {
    const app = await make('Stock robot', ['read_orders'])
    const page = await owner('/admin/1/apps')
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('robot')
    const offer = page.getByRole('list', { name: 'Applications that can be installed' }).getByRole('listitem')
    await offer.filter({ hasText: 'Stock robot' }).getByText('What it asks for').click()
    await offer.getByText('View orders', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Install: Stock robot' }).click()
    await heading(page, 'Install Stock robot?')
    await page.getByRole('button', { name: 'Accept and install' }).click()
    await page.waitForURL(/\/demo\/callback/)

    await partner.panel.partnerApps.update({
      params: { app_id: app.id },
      body: { scopes: ['read_orders', 'write_products'] },
    })
    await page.goto('/admin/1/apps')
    await page.getByText('It asks for more by now: Create, change and delete products').waitFor()
    await page.getByText('What it may do (1 permission)').click()
    await page.getByRole('button', { name: 'Uninstall: Stock robot' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
    await told(page, 'Stock robot is uninstalled.')
    const installed = await partner.panel.storeApps.list({ params: { store_id: demo.store_id } })
    expect(installed.map(one => one.app.name)).toEqual(['Demo app'])
    expect(opened.troubles).toEqual([])
  })

  test('consent is asked in the language of the admin, which may not be that of the browser', async () => {
    await make('Otro robot', ['read_orders'])
    const page = await owner('/admin/1/apps')
    await page.locator('select:has(option[lang])').first().selectOption('es')
    await page.getByRole('link', { name: 'Instalar: Otro robot' }).click()
    await heading(page, '¿Instalar Otro robot?')
    // The owner's browser keeps what was chosen, and other tests read English.
    await page.goto('/admin/1/apps')
    await page.locator('select:has(option[lang])').first().selectOption('en')
    await heading(page, 'Installed')
  })

  test('one is installed by its link, whatever the server in it is called; anything else is no link', async () => {
    const app = await make('Handed out', ['read_orders'])
    const page = await owner('/admin/1/apps')
    await page.getByLabel('By link').fill('https://bodega.example/nothing')
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText('This is not the link of an application.').waitFor()
    await page.getByLabel('By link').fill(`https://bodega.example/apps/${app.id}/authorize?state=x`)
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await heading(page, 'Install Handed out?')
    expect(opened.troubles).toEqual([])
  })

  test('D28: a token is made with chosen scopes, shown once, works, and is revoked', async () => {
    const page = await owner('/admin/1/apps')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Kiosk')
    await dialog.getByLabel('View products, variants, images and categories').check()
    await dialog.getByRole('button', { name: 'Make the token' }).click()
    const token = (await dialog.getByText(/^bst_/).textContent()) ?? ''
    for (let time = 0; time < 3; time++) await page.keyboard.press('Escape')
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Copy', 'I have copied it'])
    expect(await statusOf(token, '/products')).toBe(200)
    expect(await statusOf(token, '/orders')).toBe(403)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy: token' }).click()
    await dialog.getByText('Copied').first().waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(token)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.reload()
    const row = page.getByRole('row', { name: /Kiosk/ })
    await row.getByText('What it may do (1 permission)').click()
    await row.getByText('View products, variants, images and categories').waitFor()
    expect(await page.content()).not.toContain(token)
    await page.getByRole('button', { name: 'Webhook secret: Kiosk' }).click()
    await dialog.getByText(/^bws_[\w-]{40,}$/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Revoke: Kiosk' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await told(page, 'The token is revoked.')
    await expect.poll(() => statusOf(token, '/products'), soon).toBe(401)
    expect(opened.troubles).toEqual([])
  })
})

describe('settings', { timeout: 120_000 }, () => {
  test('the data, the languages and the strategy of the store are changed, the last with a way back', async () => {
    const page = await owner('/admin/1/settings')
    await page.getByLabel('Name of the store', { exact: true }).fill('Almacén Central')
    await page.getByLabel('Phone').fill('+54 11 5555-0000')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await told(page, 'Saved')
    await page.getByLabel('English').uncheck()
    await Promise.all([
      page.waitForResponse(response => response.request().method() === 'PUT' && response.ok()),
      page.getByRole('button', { name: 'Save' }).nth(1).click(),
    ])
    expect(await client.stores.get()).toMatchObject({
      name: { es: 'Almacén Central' },
      phone: '+54 11 5555-0000',
      languages: { en: { active: false }, es: { active: true } },
    })
    await page.getByLabel('Fewest shipments').check()
    await expect.poll(() => client.stores.settings()).toEqual({ fulfillment_strategy: 'fewest_shipments' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await told(page, 'Undone')
    expect(await client.stores.settings()).toEqual({ fulfillment_strategy: 'priority' })
    await page.getByText('standard').waitFor()
    expect(opened.troubles).toEqual([])
  })

  test('every part of the settings is within sight on a telephone, in every language', async () => {
    const page = await owner('/admin/1/settings', { locale: 'pt', viewport: { width: 360, height: 740 } })
    const last = page.getByRole('link', { name: 'Eventos e webhooks' })
    await last.waitFor()
    const box = await last.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
    expect(opened.troubles).toEqual([])
  })

  test('somebody is invited, joins, gets another role, and is taken out again', async () => {
    const page = await owner('/admin/1/settings/staff')
    // The page before it has an e-mail to be filled in too.
    await heading(page, 'Invite somebody')
    await page.getByLabel('E-mail').fill('nobody@test.example')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('button', { name: 'Withdraw: nobody@test.example' }).click()
    await told(page, 'The invitation is withdrawn.')
    await page.getByLabel('E-mail').fill('grace@test.example')
    await page.getByRole('button', { name: 'Invite' }).click()
    await told(page, 'An invitation to grace@test.example is on its way.')

    const grace = personAt(server.url)
    await grace.panel.accounts.create({
      body: { name: 'Grace Hopper', email: 'grace@test.example', password: 'correct horse battery' },
    })
    // Without a mail server the link is in the log.
    const links = () => [...(server.stdout() + server.stderr()).matchAll(/invitation\?token=(\w+)/g)]
    await expect.poll(() => links().length, soon).toBe(2)
    const token = links().at(-1)?.[1] ?? ''
    const { page: invitation } = await stranger(`/invitation?token=${token}`, inspected)
    expect(await look(invitation)).toEqual([])
    await invitation.getByRole('link', { name: 'Create an account' }).click()
    await expect.poll(() => invitation.getByLabel('E-mail').inputValue(), soon).toBe('grace@test.example')
    await grace.panel.invitations.accept({ body: { token } })
    const again = await stranger(`/invitation?token=${token}`, inspected)
    await heading(again.page, 'This invitation is not valid any more')
    await again.page.getByText('Ask whoever invited you for a new one.').waitFor()
    expect(await again.page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await look(again.page)).toEqual([])
    await page.getByLabel('E-mail').fill('grace@test.example')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('grace@test.example works in this store already.').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe('grace@test.example')
    await page.reload()
    const role = () => grace.panel.sessions.get().then(session => session.stores[0]?.role)
    expect(await role()).toBe('staff')
    const herPage = await seesWhatStaffMay('grace@test.example', 'correct horse battery')
    await page.getByLabel('Role: Grace Hopper').selectOption('owner')
    await page.getByRole('dialog', { name: 'Change the role of Grace Hopper to owner?' }).waitFor()
    expect(await role()).toBe('staff')
    await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click()
    await told(page, 'Saved')
    expect(await role()).toBe('owner')
    await page.getByRole('button', { name: 'Remove: Grace Hopper' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await told(page, 'Grace Hopper is removed.')
    expect(await role()).toBeUndefined()
    await herPage.getByRole('complementary').getByRole('link', { name: 'Customers' }).click()
    await heading(herPage, 'This store does not exist, or is not yours')
    expect(opened.troubles.filter(trouble => !trouble.includes('409'))).toEqual([])
  })

  test('an invitation says who would accept it, and leads to its own store; all in the language of the page', async () => {
    const password = 'correct horse battery'
    const [lin, iris] = [personAt(server.url), personAt(server.url)]
    await lin.panel.accounts.create({ body: { name: 'Lin', email: 'lin@test.example', password } })
    await iris.panel.accounts.create({ body: { name: 'Iris', email: 'iris@test.example', password } })
    // Lin has one already, which comes first.
    await lin.panel.stores.create({ body: { name: 'Of Lin', country: 'BR' } })
    const { id } = await iris.panel.stores.create({ body: { name: 'Of Iris', country: 'BR' } })
    const signIn = async (page: Page, email: string) => {
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }

    const inviting = await stranger(`/login?next=/admin/${id}/settings/staff`)
    await signIn(inviting.page, 'iris@test.example')
    await heading(inviting.page, 'Invite somebody')
    await inviting.page.locator('select:has(option[lang])').first().selectOption('es')
    await inviting.page.getByLabel('E-mail').fill('lin@work.example')
    await inviting.page.getByRole('button', { name: 'Invitar' }).click()
    const mail = () => /mail to lin@work\.example.*invitation\?token=(\w+)/.exec(server.stdout() + server.stderr())
    await expect.poll(mail, soon).not.toBeNull()
    const [said, token] = mail() ?? []
    expect(said).toContain('te invita a trabajar')

    const { page, troubles } = await stranger(`/login?next=${encodeURIComponent(`/invitation?token=${token}`)}`)
    await signIn(page, 'iris@test.example')
    await page.getByText('You are signed in as iris@test.example.').waitFor()
    await page.getByRole('button', { name: 'That is not me: sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, 'lin@test.example')
    await page.getByText('You are signed in as lin@test.example.').waitFor()
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL(`**/admin/${id}`)
    await heading(page, 'Of Iris')
    expect([...troubles, ...inviting.troubles]).toEqual([])
  })

  test('what is wrong with a field stands beside it in the language of the page', async () => {
    const { page } = await stranger('/sign-up', { locale: 'es' })
    await page.getByLabel('Tu nombre').fill('Ana')
    await page.getByLabel('E-mail').fill('ana@test.example')
    await page.getByLabel('Contraseña').fill('12345678')
    await page.getByRole('button', { name: 'Crear una cuenta' }).click()
    await page.getByRole('alert').getByText('es de las que se prueban primero: elegí otra').waitFor()
    expect(await page.getByLabel('Tu nombre').inputValue()).toBe('Ana')
  })

  /** Somebody of the staff reads the settings and uses the apps, and changes neither. */
  async function seesWhatStaffMay(email: string, password: string): Promise<Page> {
    const { page, troubles } = await stranger(`/login?next=${encodeURIComponent('/admin/1/settings')}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Only owners of the store can change these settings.').waitFor()
    expect(await page.getByLabel('Name of the store', { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByLabel('Fewest shipments').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.goto('/admin/1/apps')
    await heading(page, 'Demo app')
    await page.getByText('Only owners of the store can change these settings.').waitFor()
    expect(await page.getByRole('button', { name: /Uninstall|New token/ }).count()).toBe(0)
    for (const part of ['locations', 'shipping']) {
      await page.goto(`/admin/1/${part}`)
      await page.getByText('Only owners of the store can change these settings.').waitFor()
      await page.getByRole('main').getByRole('link').first().waitFor()
      expect(
        await page
          .getByRole('main')
          .getByText(/^(New|Make default|Edit|Turn)/)
          .count(),
      ).toBe(0)
      expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0)
      await page.getByRole('main').getByRole('link').first().click()
      await page.getByRole('main').getByRole('textbox').first().waitFor()
      expect(await page.getByRole('main').getByRole('textbox').first().isDisabled()).toBe(true)
      expect(await page.getByRole('button', { name: /^(Delete|Save)$/ }).count()).toBe(0)
    }
    expect(troubles).toEqual([])
    return page
  }

  test('a session elsewhere is ended, the password changed, and every session ended', async () => {
    const elsewhere = personAt(server.url)
    await elsewhere.panel.sessions.signIn({ body: demo.owner })
    // A script may say nothing of itself.
    await fetch(`${server.url}/panel/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': '' },
      body: JSON.stringify(demo.owner),
    })
    const isIn = async (someone: typeof partner) => (await someone.panel.sessions.get()).account !== null
    const page = await owner('/admin/1/settings/account')
    await page.getByRole('row', { name: /this one/ }).waitFor()
    await page.getByRole('button', { name: 'Sign out: Unknown device' }).waitFor()
    await page.getByRole('button', { name: 'Sign out: Browser' }).click()
    await told(page, 'That device is signed out.')
    expect(await isIn(elsewhere)).toBe(false)

    await elsewhere.panel.sessions.signIn({ body: demo.owner })
    const password = 'a new sentence to remember'
    await page.getByLabel('Current password').fill('wrong')
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The current password is wrong.').waitFor()
    await page.getByLabel('Current password').fill(demo.owner.password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await told(page, 'The password is changed.')
    expect(await isIn(elsewhere)).toBe(false)
    await elsewhere.panel.sessions.signIn({ body: { email: demo.owner.email, password } })

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL(/\/login/)
    expect(await isIn(elsewhere)).toBe(false)
    // The browser tells of the refused password as well.
    expect(opened.troubles.filter(trouble => !trouble.includes('422'))).toEqual([])
  })

  test('what happened is listed, and a delivery is sent again', async () => {
    const hook = await receiver()
    await client.webhooks.create({ body: { event: 'category/created', url: hook.url } })
    const { id } = await client.categories.create({ body: { name: { es: 'Faroles' } } })
    await expect.poll(() => hook.received, soon).toHaveLength(1)
    const page = await owner('/admin/1/settings/events')
    await page.getByRole('row', { name: new RegExp(`category/created id ${id} .* 1$`) }).waitFor()
    const older = await page.getByRole('table', { name: 'What happened' }).getByRole('row').count()
    await page.getByRole('button', { name: 'Show older ones' }).click()
    await expect
      .poll(() => page.getByRole('table', { name: 'What happened' }).getByRole('row').count())
      .toBeGreaterThan(older)
    const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /category\/created/ })
    await delivery.getByText('Delivered').waitFor()
    await delivery.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => hook.received, soon).toHaveLength(2)
    const [once, again] = hook.received
    expect(again?.headers['webhook-id']).toBe(once?.headers['webhook-id'])
    const entry = page
      .getByRole('table', { name: 'What happened' })
      .getByRole('row', { name: `category/created id ${id}` })
    await entry.getByRole('button').click()
    const told = page.getByRole('dialog')
    await told.getByRole('heading', { name: 'Demo app Delivered' }).waitFor()
    await told.getByText(/^webhook-id .* · event \d+ of the store$/).waitFor()
    await told.getByText(hook.url).waitFor()
    expect(opened.troubles).toEqual([])
  })
})

describe('the order of the locations', { timeout: 120_000 }, () => {
  const order = async () => (await client.locations.list()).map(({ name }) => name.en_US)

  test('is changed by a finger; before it is saved the page shows what it would have changed', async () => {
    const before = await order()
    const page = await owner('/admin/1/locations', {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    })
    const middle = async (name: string | undefined) => {
      const box = await page.getByRole('button', { name: `Move ${name}` }).boundingBox()
      if (!box) throw new Error('the handle is not in sight')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    await page.getByRole('button', { name: `Move ${before[1]}` }).waitFor()
    const [from, to] = [await middle(before[1]), await middle(before[0])]
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
    await touch('touchStart', from.x, from.y)
    for (let step = 1; step <= 10; step++) await touch('touchMove', from.x, from.y + ((to.y - 20 - from.y) * step) / 10)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

    await heading(page, 'What it would have changed')
    const verdict = page.getByRole('status').getByText(/of the last \d+ orders would ship differently/)
    await verdict.waitFor()
    const locations = await client.locations.list()
    const wanted = [locations[1], locations[0], ...locations.slice(2)]
    const foreseen = await client.locations.backtest({
      body: { priorities: wanted.map((location, priority) => ({ id: location?.id ?? '', priority })) },
    })
    expect(foreseen.different).toBeGreaterThan(0)
    const { different, orders, shipments } = foreseen
    expect(await verdict.textContent()).toBe(
      `${different} of the last ${orders} orders would ship differently. Shipments: ${shipments.before} before, ${shipments.after} after.`,
    )
    expect(await order()).toEqual(before)
    await page.getByRole('button', { name: 'Save the order' }).click()
    await told(page, 'The order of the locations is saved.')
    expect(await order()).toEqual([before[1], before[0], before[2]])
    await page.getByRole('button', { name: 'Undo' }).click()
    await told(page, 'Undone')
    expect(await order()).toEqual(before)
    expect(opened.troubles).toEqual([])
  })
})

test('contract 5.4: the people of a suspended store learn it, and so does the partner of a suspended app', async () => {
  const page = await owner('/admin/1/apps')
  await heading(page, 'Demo app')
  const app = page.getByRole('listitem').filter({ hasText: 'Demo app' })
  expect(await page.getByText(/suspended/i).count()).toBe(0)
  await command('store', 'suspend', '--store', '1', '--app', String(demo.app_id))
  await page.reload()
  await app.getByText('Suspended', { exact: true }).waitFor()
  expect(await page.getByText('This store is suspended.').count()).toBe(0)
  const { page: partners } = await enter('partner', `/partner/apps/${demo.app_id}`)
  await partners.getByRole('row', { name: /Bodega Demo Suspended/ }).waitFor()
  await command('store', 'resume', '--store', '1', '--app', String(demo.app_id))

  await command('store', 'suspend', '--store', '1')
  await page.goto('/admin/1/orders')
  await page.getByText('This store is suspended.').waitFor()
  await page.getByRole('link', { name: /^#/ }).first().waitFor()
  await command('store', 'resume', '--store', '1')
  await page.reload()
  await page.getByRole('link', { name: /^#/ }).first().waitFor()
  expect(await page.getByText('This store is suspended.').count()).toBe(0)
  expect(opened.troubles).toEqual([])
})

test('apps are asked for what they know of a customer, and to erase it', async () => {
  const hook = await receiver()
  const addresses = { customers_redact_url: hook.url, customers_data_request_url: hook.url }
  await partner.panel.partnerApps.update({ params: { app_id: demo.app_id }, body: addresses })
  const { id } = await client.customers.create({ body: { name: 'Alan Turing', email: 'alan@test.example' } })
  const page = await owner(`/admin/1/customers/${id}`)
  await page.getByRole('button', { name: 'Ask what they know' }).click()
  await told(page, '1 application is asked for what it knows.')
  await expect
    .poll(() => hook.received, soon)
    .toMatchObject([{ body: { customer: { id, email: 'alan@test.example' } } }])
  await page.getByRole('button', { name: 'Ask to erase it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to erase it' }).click()
  await told(page, /^1 application is asked on /)
  expect(opened.troubles).toEqual([])
})

test('a draft order is made by hand with its shipping, and takes no stock', async () => {
  const page = await owner('/admin/1/draft-orders')
  const [product] = await client.products.list({ query: { min_stock: 5 } })
  const name = product?.name.en ?? ''
  const stock = async () =>
    (await client.products.get({ params: { id: product?.id ?? 0 } })).variants.map(variant => variant.stock)
  const before = await stock()
  await page.getByRole('link', { name: 'New draft order' }).click()
  await heading(page, 'New draft order')
  await page.getByRole('searchbox').fill(name)
  const add = page.getByRole('button', { name: `Add: ${name}` }).first()
  await add.click()
  await page.getByLabel('First name').fill('Mary')
  await page.getByLabel('Last name').fill('Shelley')
  await page.getByLabel('E-mail').fill('mary@test.example')
  await page.getByLabel('City').fill('Palermo')
  await page.getByLabel('Postal code').fill('1414')
  await page.getByRole('group', { name: 'Shipping options' }).getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Keep the draft' }).click()
  await page.getByRole('row', { name: /Mary/ }).waitFor()
  const [draft] = await client.draftOrders.list()
  expect(draft).toMatchObject({ contact_name: 'Mary Shelley', contact_email: 'mary@test.example' })
  expect(Number(draft?.shipping_cost_customer)).toBeGreaterThan(0)
  expect(await stock()).toEqual(before)
  expect(opened.troubles).toEqual([])
})

describe('speed', { timeout: 120_000 }, () => {
  const assets = fileURLToPath(new URL('../../../../dist/web/assets/', import.meta.url))

  test('the first load of the admin is less than 300 KB of compressed script', async () => {
    const { page } = await stranger('about:blank')
    const scripts = new Set<string>()
    page.on('response', response => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) scripts.add(pathname.replace('/assets/', ''))
    })
    await page.goto(`/login?next=${encodeURIComponent('/admin/1')}`)
    await page.getByRole('button', { name: 'As store owner' }).click()
    await heading(page, 'Orders to pack')
    await page.waitForLoadState('networkidle')
    expect(readdirSync(assets)).toEqual(expect.arrayContaining([...scripts]))
    const size = [...scripts].reduce((sum, name) => sum + statSync(`${assets}${name}.br`).size, 0)
    expect(size).toBeLessThan(300_000)
  })
})

test('a dialog and the outcome of a back-test are accessible', async () => {
  const page = await owner('/admin/1/apps', inspected)
  await page.getByRole('button', { name: 'New token' }).click()
  expect(await violations(page)).toEqual([])
  await page.goto('/admin/1/locations')
  await moveDown(page)
  await page.getByText(/Shipments: /).waitFor()
  expect(await violations(page)).toEqual([])
})
