/** What is typed into the pages, in a real browser: it arrives, nothing else does, and it is not lost by a slip. */
import type { Locator, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { personAt } from './people.ts'
import { png } from './pictures.ts'
import { stage } from './stage.ts'
import { inspected, moveDown, overflow, settled, soon, type Visit, violations } from './visit.ts'

const { server, demo, client, enter } = await stage()

let opened: Visit

async function visit(as: 'owner' | 'partner', path: string, options = {}): Promise<Page> {
  opened = await enter(as, path, options)
  return opened.page
}

const written = (page: Page) => page.waitForResponse(response => response.request().method() !== 'GET' && response.ok())
const save = (page: Page) =>
  Promise.all([written(page), page.getByRole('button', { name: 'Save', exact: true }).first().click()])
/** Without what the browser tells of a refusal. */
const troubles = () => opened.troubles.filter(trouble => !trouble.includes('422'))

test('a product gets what was typed and keeps what an app has changed meanwhile; leaving asks first', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Lamp' }, tags: 'old' } })
  const params = { id }
  const page = await visit('owner', `/admin/1/products/${id}`, inspected)
  await page.getByRole('button', { name: 'en', exact: true }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('  ')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  await page.getByLabel('Name', { exact: true }).fill('Lantern')
  await client.products.update({ params, body: { tags: 'new', visibility: 'unlisted' } })
  await save(page)
  expect(await client.products.get({ params })).toMatchObject({
    name: { en: 'Lantern' },
    tags: 'new',
    visibility: 'unlisted',
  })
  const sku = page.getByRole('textbox', { name: 'SKU: Lantern' })
  await sku.fill('CAM-01,A')
  await Promise.all([written(page), sku.press('Enter')])
  const stock = page.getByRole('textbox', { name: 'Main warehouse: Lantern' })
  // It was made without a stock: nobody has counted it, so there is no limit anywhere.
  expect(await stock.inputValue()).toBe('')
  await stock.fill('1.5')
  await stock.press('Enter')
  await page.getByText('Stock is a whole number.').waitFor()
  expect(await stock.inputValue()).toBe('1.5')
  await stock.press('Escape')
  expect((await client.products.get({ params })).variants).toMatchObject([{ sku: 'CAM-01,A', stock: null }])
  for (const typed of ['999999999', '+1']) {
    await stock.fill(typed)
    await Promise.all([written(page), stock.press('Enter')])
    await expect.poll(() => stock.isEditable(), soon).toBe(true)
  }
  expect([await stock.inputValue(), await stock.getAttribute('aria-invalid')]).toEqual(['1000000000', null])

  await page.getByRole('textbox', { name: 'Brand optional', exact: true }).fill('Acme')
  const away = page.getByRole('complementary').getByRole('link', { name: 'Orders', exact: true })
  await away.click()
  const question = page.getByRole('dialog', { name: 'There are changes that are not saved yet.' })
  await question.waitFor()
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Brand').inputValue()).toBe('Acme')
  await save(page)
  await page.getByLabel('Brand').fill('Other')
  await away.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(/\/orders$/)
  expect((await client.products.get({ params })).brand).toBe('Acme')
  expect(troubles()).toEqual([])
})

test('the blanks around what is typed are not kept, and none between words is lost', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Kettle', es: 'Pava', pt: 'Chaleira' } } })
  const page = await visit('owner', `/admin/1/products/${id}`)
  await page.getByRole('button', { name: 'en', exact: true }).first().click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')
  await name.pressSequentially('  Copper  kettle ')
  expect(await name.inputValue()).toBe('Copper  kettle ')
  await page.getByLabel('Brand').fill(' Acme\t')
  await name.focus()
  await Promise.all([written(page), name.press('Enter')])
  expect(await client.products.get({ params: { id } })).toMatchObject({ name: { en: 'Copper  kettle' }, brand: 'Acme' })
  const variant = page.getByRole('textbox', { name: 'SKU: Copper kettle' })
  await variant.waitFor()
  expect(await name.inputValue()).toBe('Copper  kettle')
  expect(troubles()).toEqual([])
})

test('what is clicked twice is done once', async () => {
  const page = await visit('owner', '/admin/1/products/new')
  await page.getByLabel('Name', { exact: true }).fill('Made once')
  const writes: string[] = []
  await page.route('**/v1/**', async route => {
    if (route.request().method() !== 'GET') writes.push(route.request().url())
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save' }).dblclick()
  await page.getByRole('heading', { name: 'Made once', level: 1 }).waitFor()
  expect(writes).toHaveLength(1)
  const { total } = await client.products.list({ query: { q: 'Made once' } })
  expect(total).toBe(1)
})

/** The dialog of a second variant, filled in with a price that is refused. */
async function secondVariant(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New variant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Attribute').fill('Size')
  await dialog.getByLabel('Value of the existing variant').fill('S')
  await dialog.getByLabel('Size', { exact: true }).fill('L')
  await dialog.getByLabel('Price').fill('dear')
  return dialog
}

test('a second variant that is refused leaves the product as it was; a price may have a comma', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Rug' } } })
  const page = await visit('owner', `/admin/1/products/${id}`)
  const dialog = await secondVariant(page)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByRole('alert').waitFor()
  const product = () => client.products.get({ params: { id } })
  expect(await product()).toMatchObject({ attributes: [], variants: [{ values: [] }] })
  await dialog.getByLabel('Price').fill('12,50')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await product()).variants.map(({ price, values }) => [price, values[0]?.en])).toEqual([
    [null, 'S'],
    ['12.50', 'L'],
  ])
  expect(troubles()).toEqual([])
})

test('a dialog that is being sent stays until the server has answered, and says why it refused', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Carpet' } } })
  const page = await visit('owner', `/admin/1/products/${id}`)
  const dialog = await secondVariant(page)
  let held: Route | undefined
  const hold = (route: Route) => {
    held = route
  }
  await page.route(`**/products/${id}`, hold, { times: 1 })
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => held, soon).toBeDefined()
  await page.keyboard.press('Escape')
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  await held?.continue()
  await dialog.getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(troubles()).toEqual([])
})

test('a table of another country keeps its codes when a price is changed, and stays off', async () => {
  const zones = [
    {
      name: 'Lisboa',
      country: 'PT',
      provinces: ['Lisboa, Centro'],
      postal_codes: [{ from: '1000-001', to: '1999-999' }],
      rates: [{ location_id: null, steps: [{ max_weight: null, price: '5.00' }] }],
    },
  ]
  const { id } = await client.shippingTables.create({ body: { name: 'Portugal', zones } })
  const page = await visit('owner', `/admin/1/shipping/${id}`)
  await page.getByLabel('Price').fill('6,5')
  await client.shippingTables.update({ params: { id }, body: { active: false } })
  await save(page)
  const table = await client.shippingTables.get({ params: { id } })
  expect(table).toMatchObject({
    active: false,
    zones: [{ ...zones[0], rates: [{ steps: [{ max_weight: null, price: '6.50' }] }] }],
  })
  await client.shippingTables.delete({ params: { id } })
  expect(troubles()).toEqual([])
})

test('who receives at an address stays who they were; an address that is emptied goes', async () => {
  const address = { name: 'Reception, Acme SA', address: 'Florida', city: 'Rosario' }
  const { id } = await client.customers.create({
    body: { name: 'Alan Turing', email: 'alan@forms.example', addresses: [address] },
  })
  const page = await visit('owner', `/admin/1/customers/${id}`)
  await page.getByLabel('City').fill('Funes')
  await save(page)
  const customer = () => client.customers.get({ params: { id } })
  expect((await customer()).addresses).toMatchObject([{ ...address, city: 'Funes' }])
  await page.getByLabel('Street').fill('')
  await page.getByLabel('City').fill('')
  await save(page)
  expect((await customer()).addresses).toEqual([])
  expect(troubles()).toEqual([])
})

test('the dialog that makes a demo store stays until the server has answered', async () => {
  const page = await visit('partner', `/partner/apps/${demo.app_id}`)
  let held: Route | undefined
  await page.route('**/panel/partner/demo-stores', route => {
    if (route.request().method() !== 'POST') return route.continue()
    held = route
  })
  await page.getByRole('button', { name: 'New demo store' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the store').fill('Slow')
  await dialog.getByRole('button', { name: 'Create the store' }).click()
  await expect.poll(() => held, soon).toBeDefined()
  await page.keyboard.press('Escape')
  await held?.fulfill({ status: 503, json: {} })
  await dialog.getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(opened.troubles.filter(trouble => !trouble.includes('503'))).toEqual([])
})

test('another demo store is chosen on purpose, and brought back', async () => {
  const partner = personAt(server.url)
  await partner.panel.sessions.signIn({ body: demo.partner })
  const chosen = async () => (await partner.panel.partnerApps.get({ params: { app_id: demo.app_id } })).demo_store_id
  const page = await visit('partner', `/partner/apps/${demo.app_id}`)
  await page.getByLabel('Demo store', { exact: true }).selectOption('')
  expect(await chosen()).toBe(demo.store_id)
  await save(page)
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await chosen()).toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  expect(await chosen()).toBe(demo.store_id)
  expect(troubles()).toEqual([])
})

test('the button that saves a dragged order stays where it is when the preview comes, and so does the order', async () => {
  const page = await visit('owner', '/admin/1/locations', { viewport: { width: 360, height: 1800 } })
  let release = () => {}
  const released = new Promise<void>(done => {
    release = done
  })
  await page.route('**/locations/priorities/backtest', async route => {
    await released
    await route.continue()
  })
  await moveDown(page)
  const button = page.getByRole('button', { name: 'Save the order' })
  await button.waitFor()
  const before = await button.boundingBox()
  release()
  await page.getByText(/Shipments: /).waitFor()
  expect(await button.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: 'Make default' }).last().click()
  await page.getByText(/is the default location now/).waitFor()
  expect(await button.isVisible()).toBe(true)
  expect(troubles()).toEqual([])
})

test('the stores are reached by keyboard, one by one', async () => {
  const page = await visit('owner', '/admin/1', inspected)
  await page.getByRole('complementary').locator('summary').press('Enter')
  const stores = page.getByRole('complementary').getByRole('listitem').getByRole('link')
  await stores.last().focus()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/new-store/)
  expect(troubles()).toEqual([])
})

test('what is told stands above a dialog, with its way back', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Bowl' }, price: 5 } })
  const page = await visit('owner', `/admin/1/products/${id}`)
  const price = page.getByRole('textbox', { name: 'Price: Bowl', exact: true })
  await price.fill('7')
  await Promise.all([written(page), price.press('Enter')])
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await Promise.all([written(page), page.getByRole('button', { name: 'Undo' }).click()])
  await page.getByText('Undone', { exact: true }).hover()
  expect((await client.products.get({ params: { id } })).variants).toMatchObject([{ price: '5.00' }])
  await page.setViewportSize({ width: 360, height: 740 })
  const [told, asked] = await Promise.all([
    page.getByText('Undone', { exact: true }).boundingBox(),
    page.getByRole('dialog').getByRole('heading').boundingBox(),
  ])
  expect(told?.y).toBeLessThan(asked?.y ?? 0)
  expect(troubles()).toEqual([])
})

/** As a browser does where somebody comes back to a tab. */
const comeBack = (page: Page) =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")

test('a session that ends leaves a form as it is: whoever signs in again, here or in another tab, saves it', async () => {
  const { id } = await client.products.create({ body: { name: 'Vase' } })
  const brand = async () => (await client.products.get({ params: { id } })).brand
  const page = await visit('owner', `/admin/1/products/${id}`, inspected)
  const context = page.context()
  const question = page.getByRole('dialog', { name: 'Your session has ended' })
  await page.getByLabel('Brand').fill('Acme')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await question.waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await question.getByText('The e-mail or the password is wrong.').waitFor()
  await question.getByLabel('Password').fill(demo.owner.password)
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await save(page)
  expect(await brand()).toBe('Acme')

  await page.getByLabel('Brand').fill('Other')
  await context.clearCookies()
  await comeBack(page)
  await question.waitFor()
  await context.request.post('/panel/session/demo', { data: { as: 'owner' } })
  await comeBack(page)
  await question.waitFor({ state: 'detached' })
  await save(page)
  expect(await brand()).toBe('Other')
  expect(opened.troubles.filter(trouble => !trouble.includes('401'))).toEqual([])
})

test('who has signed in as somebody else in another tab goes on as that one, and sees nothing of the first', async () => {
  const page = await visit('partner', `/partner/apps/${demo.app_id}`)
  await page.getByRole('heading', { name: 'Access keys' }).waitFor()
  await page.context().request.post('/panel/session/demo', { data: { as: 'owner' } })
  await comeBack(page)
  const question = page.getByRole('dialog', { name: 'Your session has ended' })
  await question.getByRole('link', { name: 'Sign in in another way' }).click()
  await page.getByRole('heading', { name: 'Make applications' }).waitFor()
  await page.getByText(demo.owner.email).waitFor()
  expect(await page.getByText('client_secret').count()).toBe(0)
  expect(opened.troubles.filter(trouble => !trouble.includes('403'))).toEqual([])
})

test('a cell that a session has ended over says that it is still to be saved', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Bowl' }, price: 9 } })
  const page = await visit('owner', `/admin/1/products/${id}`)
  const price = page.getByRole('textbox', { name: 'Price: Bowl', exact: true })
  const question = page.getByRole('dialog', { name: 'Your session has ended' })
  await price.fill('12')
  await page.context().clearCookies()
  await price.press('Enter')
  await question.getByLabel('Password').fill(demo.owner.password)
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByText('This was not done: your session had ended. Once you are signed in, try again.').waitFor()
  await price.press('Enter')
  await page.getByText('Saved: Price: Bowl').waitFor()
  expect(opened.troubles.filter(trouble => !trouble.includes('401'))).toEqual([])
})

test('a page that did not arrive says so, and is there at the next attempt', async () => {
  // Somebody of their own, whose browser keeps no script of what other tests have opened.
  const page = await visit('owner', '/admin/1/orders', { locale: 'en-GB' })
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.route('**/assets/**', route => route.abort())
  await page.getByRole('complementary').getByRole('link', { name: 'Settings' }).click()
  await page.getByText('The service does not answer.').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()

  // Without a network neither the link nor the attempt leaves for a page of the browser's own.
  await page.getByRole('complementary').getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('table', { name: 'Customers' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'New customer' }).click()
  const refusal = page.getByRole('alert').getByText('The service does not answer.')
  await refusal.waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await refusal.waitFor()
  await page.getByLabel('Language', { exact: true }).selectOption('pt')
  await page.getByRole('status').getByText('The service does not answer.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'New customer' }).waitFor()
})

test('on a telephone the stock at a location with a long name is within sight', async () => {
  const place = { code: 'AR', name: 'Argentina' }
  const address = { zipcode: '1', street: 'S', city: 'C', province: place, region: place, country: place }
  const name = 'The warehouse behind the old station, second door to the right'
  const { id: location } = await client.locations.create({ body: { name, address } })
  const { id } = await client.products.create({ body: { name: { en: 'Jar' } } })
  const page = await visit('owner', `/admin/1/products/${id}`, { viewport: { width: 360, height: 740 } })
  const box = await page.getByRole('textbox', { name: /^The warehouse behind/ }).boundingBox()
  expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThan(360)
  await client.products.delete({ params: { id } })
  await client.locations.delete({ params: { id: location } })
  expect(troubles()).toEqual([])
})

test('a cell is typed in peace; its way back leaves sold what was sold, and a sign counts on from there', async () => {
  const [place] = await client.locations.list()
  const inventory_levels = [{ location_id: place?.id ?? '', stock: 5 }]
  const made = await client.products.create({
    body: { name: { en: 'Mug' }, variants: [{ price: 9, inventory_levels }] },
  })
  const variant = async () => (await client.products.get({ params: { id: made.id } })).variants[0]
  const products = [{ variant_id: made.variants[0]?.id ?? 0, quantity: 1 }]
  const sell = () => client.orders.create({ body: { products, customer: { name: 'Ada', email: 'ada@forms.example' } } })
  const page = await visit('owner', `/admin/1/products/${made.id}`)
  const label = `${place?.name.en_US}: Mug`
  const stock = page.getByRole('textbox', { name: label })
  await stock.waitFor()
  await sell()
  let release = () => {}
  const released = new Promise<void>(done => {
    release = done
  })
  const address = `**/v1/1/products/${made.id}`
  await page.route(address, async route => {
    await released
    await route.continue()
  })
  // What is saved in one cell reads all of them anew.
  await page.getByRole('textbox', { name: 'SKU: Mug' }).fill('MUG')
  await stock.fill('1')
  const read = page.waitForResponse(response => response.url().endsWith(`/products/${made.id}`))
  release()
  await read
  await page.getByText('Saved: SKU: Mug').waitFor()
  await page.unroute(address)
  await stock.press('End')
  await stock.press('2')
  await Promise.all([written(page), stock.press('Enter')])
  expect((await variant())?.stock).toBe(12)

  await sell()
  const told = page.getByRole('status').locator('> div', { hasText: `Saved: ${label}` })
  await Promise.all([written(page), told.getByRole('button', { name: 'Undo' }).click()])
  expect((await variant())?.stock).toBe(3)
  await expect.poll(() => stock.inputValue()).toBe('3')
  await stock.fill('+5')
  await Promise.all([written(page), stock.press('Enter')])
  await expect.poll(() => stock.inputValue()).toBe('8')

  const price = page.getByRole('textbox', { name: 'Price: Mug', exact: true })
  await price.fill('1.500')
  await Promise.all([written(page), price.press('Enter')])
  expect(await variant()).toMatchObject({ price: '1500.00', stock: 8 })
  await expect.poll(() => price.inputValue()).toBe('1500.00')
  expect(troubles()).toEqual([])
})

test('what was typed into a cell is saved also when somebody goes back out of it', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Jug' }, price: 9 } })
  const page = await visit('owner', '/admin/1/products?q=Jug')
  await page.getByRole('link', { name: 'Jug', exact: true }).click()
  await page.getByRole('textbox', { name: 'Price: Jug', exact: true }).fill('12')
  await page.goBack()
  await page.getByText('Saved: Price: Jug').waitFor()
  expect((await client.products.get({ params: { id } })).variants).toMatchObject([{ price: '12.00' }])
  expect(troubles()).toEqual([])
})

test('a cell that others have changed is not written over by leaving it, nor by going back', async () => {
  const { id, variants } = await client.products.create({ body: { name: { en: 'Jar' }, price: 9 } })
  const params = { product_id: id, id: variants[0]?.id ?? 0 }
  const page = await visit('owner', '/admin/1/products?q=Jar')
  const link = page.getByRole('link', { name: 'Jar', exact: true })
  await link.click()
  const price = page.getByRole('textbox', { name: 'Price: Jar', exact: true })
  await price.fill('12')
  await client.variants.update({ params, body: { price: 11 } })
  await price.press('Enter')
  await page.getByText('Somebody else has changed the same meanwhile').waitFor()
  const asked: string[] = []
  page.on('request', request => asked.push(request.method()))
  await page.getByRole('textbox', { name: 'SKU: Jar' }).focus()
  await page.goBack()
  await link.click()
  await page.reload()
  await expect.poll(() => price.inputValue(), soon).toBe('11.00')
  expect(asked.filter(method => method !== 'GET')).toEqual([])
  expect((await client.variants.get({ params })).price).toBe('11.00')
})

test('a window is not loaded anew over a cell that is not saved without a question', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Mug' }, price: 9 } })
  const page = await visit('owner', `/admin/1/products/${id}`)
  const questions: string[] = []
  page.on('dialog', async dialog => {
    questions.push(dialog.type())
    await dialog.accept()
  })
  const price = page.getByRole('textbox', { name: 'Price: Mug', exact: true })
  // Browsers ask only for those who have touched the page.
  await price.click()
  await price.fill('12')
  await page.reload()
  expect(questions).toEqual(['beforeunload'])
  await price.click()
  await price.fill('13')
  await price.press('Enter')
  await page.getByText('Saved: Price: Mug').waitFor()
  await page.reload()
  await expect.poll(() => price.inputValue()).toBe('13.00')
  expect(questions).toEqual(['beforeunload'])
  expect(troubles()).toEqual([])
})

test('where decimals have a comma, amounts are shown with it, typed with it and brought back', async () => {
  const { id } = await client.products.create({
    body: { name: { es: 'Jarra' }, variants: [{ price: '1234.50', weight: '1.5' }] },
  })
  const page = await visit('owner', `/admin/1/products/${id}`, { locale: 'es-AR' })
  const price = page.getByRole('textbox', { name: 'Precio: Jarra', exact: true })
  const weight = page.getByRole('textbox', { name: 'Peso (kg): Jarra' })
  expect([await price.inputValue(), await weight.inputValue()]).toEqual(['1234,50', '1,500'])
  await price.fill('1.999,9')
  await price.press('Enter')
  await page.getByText('Guardado: Precio: Jarra').waitFor()
  await expect.poll(() => price.inputValue(), soon).toBe('1999,90')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(() => price.inputValue(), soon).toBe('1234,50')
  expect(troubles()).toEqual([])
})

test('a category keeps the place that it was given meanwhile, and a product names it by its whole path', async () => {
  const make = (name: string, parent: number | null = null) =>
    client.categories.create({ body: { name: { en: name, es: name, pt: name }, parent } })
  const [first, second] = [await make('Orchard'), await make('Vineyard')]
  const moved = await make('Tools', first.id)
  const page = await visit('owner', '/admin/1/categories')
  await page.getByRole('button', { name: 'Edit: Tools' }).click()
  await client.categories.update({ params: { id: moved.id }, body: { parent: second.id } })
  await page.getByRole('dialog').getByRole('button', { name: 'en', exact: true }).first().click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Shears')
  await save(page)
  expect(await client.categories.get({ params: { id: moved.id } })).toMatchObject({
    name: { en: 'Shears' },
    parent: second.id,
  })
  await page.getByRole('complementary').getByRole('link', { name: 'Products' }).click()
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByRole('checkbox', { name: 'Vineyard / Shears' }).waitFor()
  for (const { id } of [moved, first, second]) await client.categories.delete({ params: { id } })
  expect(troubles()).toEqual([])
})

test('a language that the store has turned off is not asked for', async () => {
  const owner = personAt(server.url)
  await owner.panel.sessions.signIn({ body: demo.owner })
  const speak = (languages: ('es' | 'pt' | 'en')[]) =>
    owner.panel.stores.update({ params: { store_id: demo.store_id }, body: { languages } })
  await speak(['es', 'en'])
  const page = await visit('owner', '/admin/1/products/new')
  await page.getByRole('button', { name: 'en', exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'pt', exact: true }).count()).toBe(0)
  await speak(['es', 'pt', 'en'])
  expect(troubles()).toEqual([])
})

test('a customer is left to where it was found', async () => {
  for (const name of ['Emmy Noether', 'Emmy Murphy'])
    await client.customers.create({ body: { name, email: `${name.split(' ')[1]}@forms.example` } })
  const page = await visit('owner', '/admin/1/customers')
  await page.getByRole('searchbox').fill('Emmy')
  await page.getByText('1–2 of 2').waitFor()
  await page.getByRole('link', { name: 'Emmy Noether' }).click()
  await page.getByRole('heading', { name: 'Emmy Noether' }).waitFor()
  await page.goBack()
  await page.getByText('1–2 of 2').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Emmy')
  expect(troubles()).toEqual([])
})

test('a way back does not lead to what was deleted', async () => {
  const [near] = await client.locations.list()
  const [table] = await client.shippingTables.list()
  if (!near || !table) throw new Error('the demo has a location and a shipping table')
  const kiosk = await client.locations.create({ body: { name: { en: 'Kiosk' }, address: near.address } })
  const bicycle = await client.shippingTables.create({ body: { name: 'By bicycle', zones: table.zones } })
  for (const path of [`locations/${kiosk.id}`, `shipping/${bicycle.id}`]) {
    const page = await visit('owner', `/admin/1/${path}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted', { exact: true }).waitFor()
    await settled(page)
    expect(troubles()).toEqual([])
    await page.goBack()
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    expect(troubles()).toEqual([expect.stringContaining('404')])
    opened.troubles.length = 0
  }
})

test('what was deleted in another tab meanwhile is deleted, and no error', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Snow globe' } } })
  const attachment = (await png()).toString('base64')
  const image = await client.images.create({ params: { product_id: id }, body: { attachment } })
  const category = await client.categories.create({ body: { name: { en: 'Seasonal' } } })
  const page = await visit('owner', `/admin/1/products/${id}`)
  const question = page.getByRole('dialog')
  const confirm = async () => {
    await question.getByRole('button', { name: 'Delete' }).click()
    await question.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Delete: Image 1' }).click()
  await client.images.delete({ params: { product_id: id, id: image.id } })
  await confirm()
  await page.getByRole('button', { name: 'Delete: Image 1' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await client.products.delete({ params: { id } })
  await confirm()
  await page.waitForURL(/\/products$/)
  await page.goto('/admin/1/categories')
  await page.getByRole('button', { name: 'Delete: Seasonal' }).click()
  await client.categories.delete({ params: { id: category.id } })
  await confirm()
  await page.getByRole('button', { name: 'Delete: Seasonal' }).waitFor({ state: 'detached' })
  expect(opened.troubles.filter(trouble => !trouble.includes('404'))).toEqual([])
})

test('on a telephone the cards of a list are alike, however short what stands in them', async () => {
  const addresses = [{ city: 'Ica', default: true }]
  await client.customers.create({ body: { name: 'Maria Reiche', email: 'maria@forms.example', addresses } })
  const page = await visit('owner', '/admin/1/customers?q=Reiche', { viewport: { width: 360, height: 740 } })
  const [name, city] = [page.getByRole('link', { name: 'Maria Reiche' }), page.getByText('Ica', { exact: true })]
  await city.waitFor()
  expect((await city.boundingBox())?.x).toBe((await name.boundingBox())?.x)
  expect(troubles()).toEqual([])
})

test('whoever may only look at coupons is not offered to change them', async () => {
  const { id } = await client.coupons.create({ body: { code: 'LOOK', type: 'shipping' } })
  const page = await visit('owner', '/admin/1')
  await page.route('**/panel/session', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"write_coupons",', '') })
  })
  await page.goto('/admin/1/coupons')
  await page.getByRole('link', { name: 'LOOK' }).waitFor()
  expect(await page.getByRole('link', { name: 'New coupon' }).count()).toBe(0)
  await page.getByRole('link', { name: 'LOOK' }).click()
  const code = page.getByLabel('Code', { exact: true })
  await code.waitFor()
  expect(await code.isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /^(Save|Delete)$/ }).count()).toBe(0)
  await client.coupons.delete({ params: { id } })
  expect(troubles()).toEqual([])
})

test('a customer whose name is but a space is found by the address', async () => {
  const email = 'nameless@forms.example'
  await client.customers.create({ body: { name: ' ', email } })
  const page = await visit('owner', '/admin/1/customers')
  await page.getByRole('link', { name: email }).click()
  await page.getByRole('heading', { name: email, level: 1 }).waitFor()
  expect(troubles()).toEqual([])
})

test('a file that is refused is named, and keeps no other one out', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Poster' } } })
  const page = await visit('owner', `/admin/1/products/${id}`)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'price list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(11_000_000) },
    { name: 'poster.png', mimeType: 'image/png', buffer: await png() },
  ])
  const [pdf, broken] = ['price list.pdf: This is no image.', 'broken.png: is not a whole gif, jpg, png or webp image.']
  await page.getByText(`${pdf} ${broken} large.png: is larger than 10 MB.`).waitFor()
  await page.getByRole('img', { name: 'Image 1' }).waitFor()
  expect((await client.products.get({ params: { id } })).images).toHaveLength(1)
  expect(troubles()).toEqual([])
})

test('a picture stands where it was dropped while the server takes it', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Album' } } })
  for (const width of [10, 20]) {
    const attachment = (await png({ width })).toString('base64')
    await client.images.create({ params: { product_id: id }, body: { attachment, filename: 'page.png' } })
  }
  const page = await visit('owner', `/admin/1/products/${id}`)
  const pictures = page.getByRole('img', { name: /^Image / })
  const shown = async () => Promise.all((await pictures.all()).map(one => one.getAttribute('src')))
  let held: Route | undefined
  await page.route('**/images/*', route => {
    if (route.request().method() === 'GET') return route.continue()
    held = route
  })
  await pictures.nth(1).waitFor()
  const before = await shown()
  await moveDown(page, page.getByRole('button', { name: 'Move Image 1' }), 'ArrowRight')
  await expect.poll(() => held, soon).toBeDefined()
  expect(await shown()).toEqual(before.toReversed())
  await held?.continue()
  await expect
    .poll(async () => (await client.products.get({ params: { id } })).images.map(({ width }) => width), soon)
    .toEqual([20, 10])
  expect(troubles()).toEqual([])
})

test('what is to be seen on a picture is said in the languages of the store', async () => {
  const { id } = await client.products.create({ body: { name: { en: 'Globe' } } })
  const attachment = (await png()).toString('base64')
  await client.images.create({
    params: { product_id: id },
    body: { attachment, alt: { en: 'A ball', pt: 'Uma bola' } },
  })
  const page = await visit('owner', `/admin/1/products/${id}`, inspected)
  await page.getByRole('img', { name: 'A ball' }).waitFor()
  await page.getByRole('button', { name: 'Alternative text: Image 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Image 1' })
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Alternative text').fill('Un globo')
  await dialog.getByRole('button', { name: 'en', exact: true }).click()
  await dialog.getByLabel('Alternative text').fill('A globe')
  await dialog.getByRole('button', { name: 'pt', exact: true }).click()
  await dialog.getByLabel('Alternative text').fill('')
  await Promise.all([written(page), dialog.getByRole('button', { name: 'Save' }).click()])
  await page.getByRole('img', { name: 'A globe' }).waitFor()
  const [image] = (await client.products.get({ params: { id } })).images
  expect(image?.alt).toEqual({ es: 'Un globo', en: 'A globe', pt: '' })
  expect(troubles()).toEqual([])
})

test('without a network what is saved is refused at once, and neither waits unseen nor is done later', async () => {
  const { id } = await client.products.create({ body: { name: 'Stool' } })
  const page = await visit('owner', `/admin/1/products/${id}`)
  await page.getByLabel('Brand').fill('Acme')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByRole('alert').getByText('The service does not answer.').waitFor()
  await page.context().setOffline(false)
  await page.getByLabel('Brand').fill('Other')
  await save(page)
  expect((await client.products.get({ params: { id } })).brand).toBe('Other')
  // The tab that stays open reads anew too, with the token of a session that was before, is refused, and finds the new one.
  expect(troubles().filter(trouble => !/net::ERR|status of 403/.test(trouble))).toEqual([])
})

test('a dialog begins with its first field and gives the focus back; rows that are not yet the right ones say so', async () => {
  const page = await visit('owner', '/admin/1/categories')
  const opener = page.getByRole('button', { name: 'New category' })
  await opener.press('Enter')
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true })
  await name.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await opener.and(page.locator(':focus')).waitFor()

  await page.getByRole('complementary').getByRole('link', { name: 'Products' }).click()
  const table = page.getByRole('table', { name: 'Products' })
  await table.waitFor()
  let release = () => {}
  const released = new Promise<void>(done => {
    release = done
  })
  await page.route('**/products?*visibility=hidden*', async route => {
    await released
    await route.continue()
  })
  await page.getByRole('combobox', { name: 'Visibility' }).selectOption('hidden')
  await page.locator('table[aria-busy=true]').waitFor()
  release()
  await page.locator('table[aria-busy=true]').waitFor({ state: 'detached' })
  expect(troubles()).toEqual([])
})

test('a name without a space stays in its place, and the rest of its row in sight', { timeout: 120_000 }, async () => {
  const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)
  const place = { code: 'AR', name: 'Argentina' }
  const address = { zipcode: '1', street: name, city: 'C', province: place, region: place, country: place }
  const { id: location } = await client.locations.create({ body: { name, address } })
  const { id, categories } = await client.products.create({
    body: {
      name,
      variants: [{ price: 7, inventory_levels: [{ location_id: location, stock: 3 }] }],
      categories: [(await client.categories.create({ body: { name } })).id],
    },
  })
  const [{ id: variant_id } = { id: 0 }] = (await client.products.get({ params: { id } })).variants
  const customer = { name, email: 'long@forms.example' }
  const order = await client.orders.create({ body: { products: [{ variant_id, quantity: 1 }], customer } })
  const code = 'LONG'.repeat(60)
  const coupon = await client.coupons.create({ body: { code, type: 'absolute', value: 999_999_999, products: [id] } })
  const lists = ['', '/products', '/categories', '/customers', '/coupons', '/orders', '/locations']
  const things = [`/products/${id}`, `/orders/${order.id}`, `/locations/${location}`, `/coupons/${coupon.id}`]
  const forms = [...things, '/products/new', '/orders/new']
  const page = await visit('owner', '/admin/1')
  const found: string[] = []
  for (const path of [...lists, ...forms]) {
    await page.goto(`/admin/1${path}`)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await settled(page)
      const hidden = await page.locator('[data-more=true]').count()
      if ((await overflow(page)) > 0) found.push(`${path} is too wide for ${width}`)
      if (hidden > 0 && !path.startsWith('/products/')) found.push(`${path} hides columns at ${width}`)
    }
  }
  expect(found).toEqual([])
  await client.products.delete({ params: { id } })
  await client.coupons.delete({ params: { id: coupon.id } })
  await client.orders.cancel({ params: { id: order.id }, body: {} })
  await client.locations.delete({ params: { id: location } })
  for (const category of categories) await client.categories.delete({ params: { id: category.id } })
})

test('places and categories that could not be read are not shown as none', async () => {
  const { id } = await client.products.create({ body: { name: 'Bench' } })
  const failing = /\/v1\/1\/(locations|categories)\?/
  const page = await visit('owner', '/admin/1/settings')
  await page.route(failing, route => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(`/admin/1/products/${id}`)
  await expect.poll(() => page.getByRole('alert').count(), soon).toBe(2)
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('textbox', { name: /^Main warehouse: / }).waitFor()
  expect(troubles().filter(trouble => !trouble.includes('503'))).toEqual([])
})

test('languages that were changed elsewhere stay changed, and a choice is not lost by a link', async () => {
  const owner = personAt(server.url)
  await owner.panel.sessions.signIn({ body: demo.owner })
  const change = (body: { languages?: ('es' | 'pt' | 'en')[]; main_language?: 'es' | 'en' }) =>
    owner.panel.stores.update({ params: { store_id: demo.store_id }, body })
  const page = await visit('owner', '/admin/1/settings')
  await page.getByLabel('Main language').selectOption('en')
  await change({ languages: ['es', 'en'] })
  await page.getByRole('complementary').getByRole('link', { name: 'Orders', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'There are changes that are not saved yet.' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  const form = page.locator('form', { has: page.getByLabel('Main language') })
  await Promise.all([written(page), form.getByRole('button', { name: 'Save' }).click()])
  const store = await client.stores.get()
  expect([store.main_language, store.languages.pt?.active]).toEqual(['en', false])
  await change({ main_language: 'es', languages: ['es', 'pt', 'en'] })
  expect(troubles()).toEqual([])
})

test('what somebody else has saved meanwhile stays, and is written over only by whoever was told', async () => {
  const name = { en: 'Vase', es: 'Florero' }
  const made = await client.products.create({ body: { name, price: 4 } })
  const params = { id: made.id }
  const variant = { product_id: made.id, id: made.variants[0]?.id ?? 0 }
  const page = await visit('owner', `/admin/1/products/${made.id}`)
  const told = (theirs: string) =>
    page.getByText(`Somebody else has changed the same meanwhile${theirs}`).last().waitFor()
  await page.getByRole('button', { name: 'en', exact: true }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Pot')
  await client.products.update({ params, body: { name: { en: 'Urn', es: 'Jarrón' } } })
  const button = page.getByRole('button', { name: 'Save', exact: true }).first()
  await button.click()
  await told(': “Urn”.')
  expect((await client.products.get({ params })).name).toMatchObject({ en: 'Urn', es: 'Jarrón' })
  await save(page)
  expect((await client.products.get({ params })).name).toMatchObject({ en: 'Pot', es: 'Jarrón' })

  const price = page.getByRole('textbox', { name: 'Price: Pot', exact: true })
  await price.fill('5')
  await client.variants.update({ params: variant, body: { price: 7 } })
  await price.press('Enter')
  await told(': “7.00”.')
  expect((await client.variants.get({ params: variant })).price).toBe('7.00')
  await Promise.all([written(page), price.press('Enter')])
  await expect.poll(() => price.inputValue()).toBe('5.00')
  const undo = page.getByRole('button', { name: 'Undo' }).last()
  await Promise.all([written(page), undo.click()])
  expect((await client.variants.get({ params: variant })).price).toBe('7.00')
})

test('two who sort the locations, or change one shipping table, learn of each other', async () => {
  const page = await visit('owner', '/admin/1/locations')
  const changed = page.getByText('Somebody else has changed the same meanwhile. Yours is not saved yet')
  await moveDown(page)
  const ids = (await client.locations.list()).map(({ id }) => id)
  const theirs = ids.toReversed()
  await client.locations.prioritize({ body: theirs.map((id, priority) => ({ id, priority })) })
  const keep = page.getByRole('button', { name: 'Save the order' })
  await keep.click()
  await changed.waitFor()
  expect((await client.locations.list()).map(({ id }) => id)).toEqual(theirs)
  await Promise.all([written(page), keep.click()])
  const [first, second, ...rest] = ids
  expect((await client.locations.list()).map(({ id }) => id)).toEqual([second, first, ...rest])
  await client.locations.prioritize({ body: ids.map((id, priority) => ({ id, priority })) })

  const [zone] = (await client.shippingTables.list())[0]?.zones ?? []
  if (!zone) throw new Error('the demo has a shipping table')
  const made = await client.shippingTables.create({ body: { name: 'By bicycle', zones: [zone] } })
  await page.goto(`/admin/1/shipping/${made.id}`)
  await page.getByLabel('Price').first().fill('99')
  const zones = [{ ...zone, name: 'Elsewhere' }]
  await client.shippingTables.update({ params: { id: made.id }, body: { zones } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await changed.waitFor()
  expect((await client.shippingTables.get({ params: { id: made.id } })).zones).toMatchObject([{ name: 'Elsewhere' }])
  await client.shippingTables.delete({ params: { id: made.id } })
})

/** What has the focus, where something else than its label lies over the middle of it. */
const covered = `(() => {
  const focused = document.activeElement
  const { x, y, width, height } = focused.getBoundingClientRect()
  const seen = document.elementFromPoint(x + width / 2, y + height / 2)
  const own = [focused, ...(focused.labels ?? [])]
  return seen?.contains(focused) || own.some(part => part.contains(seen)) ? '' : focused.outerHTML
})()`

test.each([
  { width: 360, height: 740 },
  { width: 1280, height: 700 },
])('on $width by $height what the keyboard comes to is not behind a bar', async viewport => {
  const [table] = await client.shippingTables.list()
  const page = await visit('owner', `/admin/1/shipping/${table?.id}`, { viewport })
  await settled(page)
  const hidden: string[] = []
  for (let step = 0; step < 45; step += 1) {
    await page.keyboard.press('Tab')
    hidden.push(await page.evaluate<string>(covered))
  }
  expect(hidden.filter(Boolean)).toEqual([])
})

test('what is refused because somebody else was quicker is shown as they have made it', async () => {
  const [product] = await client.products.list({ query: { per_page: 1, min_stock: 5 } })
  const { id: variant_id = 0 } = product?.variants[0] ?? {}
  const products = [{ variant_id, quantity: 1 }]
  const { id } = await client.orders.create({
    body: { products, customer: { name: 'Ada', email: 'ada@forms.example' } },
  })
  const page = await visit('owner', `/admin/1/orders/${id}`)
  const pack = page.getByRole('button', { name: 'Mark as packed' })
  await pack.waitFor()
  await client.orders.cancel({ params: { id }, body: {} })
  await pack.click()
  await page.getByText('Order is cancelled').waitFor()
  await pack.waitFor({ state: 'detached' })
})
