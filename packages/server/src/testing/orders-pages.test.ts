/** What can go wrong at the pages of orders, in a real browser: slips of the hand, a lost answer, a list that shrinks. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stage } from './stage.ts'
import { soon, type Visit } from './visit.ts'

const { client, enter } = await stage()

let opened: Visit

async function owner(path: string): Promise<Page> {
  opened = await enter('owner', path)
  return opened.page
}

/** A product with so much at the first locations, without limit where nothing is said; its variant. */
async function stocked(name: string, stock: readonly number[] = [], change: { requires_shipping?: boolean } = {}) {
  const locations = await client.locations.list()
  const inventory_levels = stock.map((units, place) => ({ location_id: locations[place]?.id ?? '', stock: units }))
  const product = await client.products.create({
    body: {
      name: { en: name, es: name, pt: name },
      variants: [{ price: '100.00', weight: '0.5', ...(stock.length > 0 ? { inventory_levels } : {}) }],
      ...change,
    },
  })
  return product.variants[0]?.id ?? 0
}

/** What the page meant to be refused, or to be lost, is told by the browser too. */
const otherTroubles = () => opened.troubles.filter(trouble => !/status of 4\d\d|net::ERR/.test(trouble))

test('an order by hand is placed when it is meant to be, as it is shown, and once', { timeout: 120_000 }, async () => {
  const variant_id = await stocked('Copper kettle', [2, 9])
  const page = await owner('/admin/1/orders/new')
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/orders')) sent.push(request.url())
  })
  const search = page.getByRole('searchbox')
  await search.fill('Copper kettle')
  await page.getByRole('button', { name: 'Add: Copper kettle' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Hedy Lamarr')
  await page.getByLabel('E-mail').fill('hedy@test.example')
  await page.getByLabel('City').fill('Palermo')
  await page.route('**/shipping_quotes', route => route.abort())
  await page.getByLabel('Postal code').fill('1414')
  await search.fill('Nothing of the kind')
  await search.press('Enter')
  await page.getByText('No products found').waitFor()
  expect(sent).toEqual([])

  // Without an answer about the shipping it does not look as if there were none.
  await page.getByRole('alert').getByText('The service does not answer').waitFor()
  await page.unroute('**/shipping_quotes')
  await page.getByRole('button', { name: 'Try again' }).click()
  const shipping = page.getByRole('group', { name: 'Shipping options' }).getByRole('radio')
  await shipping.check()

  const quantity = page.getByRole('spinbutton', { name: /^Quantity/ })
  await quantity.press('Backspace')
  await quantity.press('2')
  expect(await quantity.inputValue()).toBe('2')
  await page.getByText('2 units').waitFor()
  await page.getByLabel('Postal code').fill('')
  await shipping.waitFor({ state: 'detached' })
  await page.getByLabel('Postal code').fill('1414')
  expect(await shipping.isChecked()).toBe(false)
  await shipping.check()

  // Meanwhile the first location sells one of the two: the plan of the quote does not hold.
  const customer = { name: 'Faster', email: 'faster@test.example' }
  await client.orders.create({ body: { products: [{ variant_id, quantity: 1 }], customer } })
  const place = page.getByRole('button', { name: 'Place the order' })
  await place.click()
  await page.getByText('The shipping that was chosen is no longer offered like this.').waitFor()
  await expect.poll(() => place.isEnabled(), soon).toBe(true)
  expect(await shipping.isChecked()).toBe(true)

  // The answer to what was done is lost on its way.
  await page.route('**/orders', async route => {
    await route.fetch()
    await route.abort()
  })
  await place.click()
  await page.getByRole('alert').getByText('The service does not answer').waitFor()
  await page.unroute('**/orders')
  await place.click()
  await page.getByRole('heading', { name: /^Shipment 1/ }).waitFor()
  const orders = await client.orders.list({ query: { q: 'Hedy Lamarr' } })
  expect(orders).toMatchObject([{ products: [{ variant_id, quantity: 2 }] }])
  expect(Number(orders[0]?.shipping_cost_customer)).toBeGreaterThan(0)
  expect(sent).toHaveLength(3)
  expect(otherTroubles()).toEqual([])
})

test('what is chosen is packed as far as it can be; the whole list comes back by its link', async () => {
  const goods = await stocked('Globe')
  const download = await stocked('Map to print', [], { requires_shipping: false })
  const customer = { name: 'Katherine Johnson', email: 'katherine@test.example' }
  const order = (variant_id: number, change = {}) =>
    client.orders.create({ body: { products: [{ variant_id, quantity: 1 }], customer, ...change } })
  const first = await order(goods)
  await order(download)
  // The service keeps a currency as an app has sent it.
  await order(goods, { currency: 'R$' })
  const page = await owner('/admin/1/orders')
  await page.getByRole('searchbox').fill('Katherine')
  await page.getByText('1–3 of 3').waitFor()
  const row = (place: number) => page.getByRole('row').nth(place)
  expect(await row(1).textContent()).toContain('R$ 100.00')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Choose all of this page' }).click()
  const pack = page.getByRole('button', { name: 'Pack 2 shipments' })
  await pack.waitFor()
  const [shipment] = await client.fulfillmentOrders.list({ params: { order_id: first.id } })
  await client.fulfillmentOrders.fulfill({ params: { order_id: first.id, id: shipment?.id ?? '' }, body: {} })
  await pack.click()
  await row(1).getByText('To send').waitFor()
  await row(3).getByText('Sent').waitFor()
  expect(await page.getByRole('button', { name: 'Pack 0 shipments' }).isDisabled()).toBe(true)

  await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByText('1–3 of 3').waitFor({ state: 'detached' })
  // As long as a search waits for the next letter, and more.
  await page.evaluate('new Promise(done => setTimeout(done, 400))')
  expect([new URL(page.url()).search, await page.getByRole('searchbox').inputValue()]).toEqual(['', ''])
  await page.goBack()
  await page.getByText('1–3 of 3').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Katherine')
  expect(otherTroubles()).toEqual([])
})

test('a page that a list no longer has gives way to its last one', async () => {
  const variant_id = await stocked('Inkwell')
  const body = {
    contact_name: 'Jane',
    contact_lastname: 'Doe',
    contact_email: 'jane@test.example',
    payment_status: 'unpaid' as const,
    products: [{ variant_id, quantity: 1 }],
  }
  await Promise.all(Array.from({ length: 51 }, () => client.draftOrders.create({ body })))
  const page = await owner('/admin/1/draft-orders')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('51–51 of 51').waitFor()
  // Until it is read, the rows of the page before are shown.
  const remove = page.getByRole('button', { name: /^Delete: Jane/ })
  await expect.poll(() => remove.count(), soon).toBe(1)
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1–50 of 50').waitFor()
  await expect.poll(() => remove.count(), soon).toBe(50)
  await page.goto('/admin/1/orders?page=9')
  await page.getByRole('table', { name: 'Orders' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(otherTroubles()).toEqual([])
})

test('what the buyer said is told, and nothing in the place of what was not said', async () => {
  const variant_id = await stocked('Barometer')
  const { id } = await client.orders.create({
    body: {
      products: [{ variant_id, quantity: 1 }],
      customer: { name: 'Mary Anning', email: 'mary@test.example' },
      shipping_pickup_type: 'ship',
      shipping_carrier_name: 'Royal Mail',
      shipping_option: 'By hand',
      shipping_address: { name: 'Joseph Anning', city: 'Lyme Regis', customs: { reference: 'The blue door' } },
    },
  })
  const [shipment] = await client.fulfillmentOrders.list({ params: { order_id: id } })
  const body = { tracking_info: { code: 'RM 1', url: 'mail.example/1' } }
  await client.fulfillmentOrders.fulfill({ params: { order_id: id, id: shipment?.id ?? '' }, body })
  const page = await owner(`/admin/1/orders/${id}`)
  const buyer = page.getByRole('region', { name: 'Buyer' })
  await buyer.waitFor()
  // biome-ignore lint/performance/useDomNodeTextContent: what is asked is how it is shown
  expect((await buyer.innerText()).split(/\n+/)).toEqual([
    ...['Buyer', 'Mary Anning', 'mary@test.example', 'Joseph Anning', 'Lyme Regis', 'AR', 'The blue door'],
  ])
  await page.getByText('Royal Mail · By hand').waitFor()
  // It would lead to a page of the admin that is not there.
  await page.getByText('RM 1 mail.example/1').waitFor()
  await client.orders.cancel({ params: { id }, body: {} })
  await page.reload()
  await page.getByText('Cancelled on').waitFor()
  expect(await page.getByText('Sent', { exact: true }).count()).toBe(1)
  expect(otherTroubles()).toEqual([])
})

test('on paper an order is what is packed and for whom, without what can be pressed or typed', async () => {
  const variant_id = await stocked('Loom')
  const customer = { name: 'Ada Lovelace', email: 'ada@test.example' }
  const products = [{ variant_id, quantity: 2 }]
  const { id } = await client.orders.create({ body: { products, customer, note: 'Ring twice.' } })
  await client.orders.update({ params: { id }, body: { owner_note: 'Pays late' } })
  const page = await owner(`/admin/1/orders/${id}`)
  const main = page.getByRole('main')
  const buttons = main.getByRole('button')
  await buttons.first().waitFor()
  await page.getByRole('heading', { name: 'Why these locations' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await buttons.count()).toBe(0)
  expect(await page.getByRole('link').count()).toBe(0)
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Why these locations' }).count()).toBe(0)
  // biome-ignore lint/performance/useDomNodeTextContent: what is asked is how it is shown
  const paper = await main.innerText()
  for (const said of ['Shipment 1', 'Loom', '2 ×', 'Ada Lovelace', 'Ring twice.']) expect(paper).toContain(said)
  await page.goto('/admin/1/orders')
  await page.getByText('Ada Lovelace').first().waitFor()
  expect(await main.getByRole('searchbox').count()).toBe(0)
  expect(await main.getByRole('checkbox').count()).toBe(0)
  expect(otherTroubles()).toEqual([])
})

test('what apps told of the payments is shown, and the rest is marked as paid', async () => {
  const variant_id = await stocked('Sextant')
  const customer = { name: 'Mary Somerville', email: 'mary@test.example' }
  const order = await client.orders.create({ body: { products: [{ variant_id, quantity: 1 }], customer } })
  const pay = (type: string, value: string, status: 'success' | 'failure') =>
    client.transactions.create({
      params: { order_id: order.id },
      body: {
        payment_provider_id: 'till',
        payment_method: { type },
        first_event: { type: 'sale', status, amount: { value, currency: order.currency } },
        // No browser can go there.
        info: { external_url: 'https://[', card: { last_digits: '4242' } },
      },
    })
  await pay('debit_card', '40.00', 'failure')
  await pay('store_credit', '30.00', 'success')
  const page = await owner(`/admin/1/orders/${order.id}`)
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem')
  expect(await payments.nth(0).textContent()).toMatch(/Debit card ···· 4242.*40\.00Failed/)
  expect(await payments.nth(1).textContent()).toMatch(/store credit(?!.*refunded).*30\.00Paid/)

  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const dialog = page.getByRole('dialog', { name: `Mark order #${order.number} as paid?` })
  await dialog.getByText(/70\.00 was received/).waitFor()
  await page.route(`**/orders/${order.id}`, route => route.abort())
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await dialog.getByText('The service does not answer').waitFor()
  await page.unroute(`**/orders/${order.id}`)
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByText('The order is paid.').waitFor()
  expect(await page.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0)
  expect(await client.orders.get({ params: { id: order.id } })).toMatchObject({
    payment_status: 'paid',
    total_paid_by_customer: '100.00',
  })
  expect(otherTroubles()).toEqual([])
})

test('an order and a note that are being written are not lost by a link, nor written over by what was read before', async () => {
  const variant_id = await stocked('Abacus')
  const page = await owner('/admin/1/orders/new')
  const away = page.getByRole('complementary').getByRole('link', { name: 'Customers' })
  const question = page.getByRole('dialog', { name: 'There are changes that are not saved yet.' })
  await page.getByLabel('Name', { exact: true }).fill('Mary Somerville')
  await away.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mary Somerville')
  await away.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(/\/customers$/)

  const customer = { name: 'Mary Somerville', email: 'mary@test.example' }
  const wish = 'Ring twice.\nThe dog is friendly.'
  const { id } = await client.orders.create({ body: { products: [{ variant_id, quantity: 1 }], customer, note: wish } })
  const note = page.getByLabel('Note of the store')
  await page.goto(`/admin/1/orders/${id}`)
  await note.waitFor()
  // biome-ignore lint/performance/useDomNodeTextContent: what is asked is how it is shown
  expect(await page.getByText('Ring twice.').innerText()).toBe(`“${wish}”`)
  await client.orders.update({ params: { id }, body: { owner_note: 'Written elsewhere' } })
  await page.getByRole('button', { name: 'Close the order' }).click()
  await expect.poll(() => note.inputValue(), soon).toBe('Written elsewhere')
  await note.fill('Written here')
  await away.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await client.orders.get({ params: { id } })).toMatchObject({ owner_note: 'Written here' })
  expect(otherTroubles()).toEqual([])
})

test('what is in a shipment is changed by hand until it is packed: its stock goes and comes', async () => {
  const [cups, spoons] = [await stocked('Espresso cup', [5]), await stocked('Tea spoon', [5])]
  const customer = { name: 'Annie Cannon', email: 'annie@test.example' }
  const { id } = await client.orders.create({ body: { products: [{ variant_id: cups, quantity: 3 }], customer } })
  const page = await owner(`/admin/1/orders/${id}`)
  await page.getByRole('button', { name: 'Change the products' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: 'Quantity: Espresso cup' }).fill('1')
  await dialog.getByRole('searchbox').fill('Tea spoon')
  const add = dialog.getByRole('button', { name: 'Add: Tea spoon' })
  await add.click()
  await dialog.getByRole('spinbutton', { name: 'Quantity: Tea spoon' }).fill('9')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Tea spoon: 9 wanted, 5 available').waitFor()
  await dialog.getByRole('spinbutton', { name: 'Quantity: Tea spoon' }).fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('2 × ').waitFor()
  expect((await client.orders.get({ params: { id } })).products).toMatchObject([
    { variant_id: cups, quantity: 1 },
    { variant_id: spoons, quantity: 2 },
  ])
  const left = async (q: string) => (await client.products.list({ query: { q } }))[0]?.variants[0]?.stock
  expect([await left('Espresso cup'), await left('Tea spoon')]).toEqual([4, 3])
  await page.getByRole('button', { name: 'Mark as packed' }).click()
  await page.getByRole('button', { name: 'Change the products' }).waitFor({ state: 'detached' })
  expect(otherTroubles()).toEqual([])
})

test('a shipment that is not packed leaves from elsewhere, if there is enough, and goes back', async () => {
  const variant_id = await stocked('Orrery', [3, 1, 5])
  const places = (await client.locations.list()).map(({ id }) => id)
  const customer = { name: 'Wang Zhenyi', email: 'wang@test.example' }
  const products = [{ variant_id, quantity: 2 }]
  const { id } = await client.orders.create({ body: { products, customer, shipping_pickup_type: 'ship' } })
  const leavesFrom = async () =>
    (await client.fulfillmentOrders.list({ params: { order_id: id } })).map(
      ({ assigned_location: { location_id } }) => location_id,
    )
  const page = await owner(`/admin/1/orders/${id}`)
  await page.getByRole('button', { name: 'Send from elsewhere' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('Orrery: 2 wanted, 1 available').waitFor()
  await dialog.getByLabel('From').selectOption({ label: 'Córdoba warehouse' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The shipment leaves from Córdoba warehouse now.').waitFor()
  await page.getByRole('heading', { name: 'Shipment 1 · Córdoba warehouse' }).waitFor()
  expect(await leavesFrom()).toEqual([places[2]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'Shipment 1 · Main warehouse' }).waitFor()
  expect(await leavesFrom()).toEqual([places[0]])
  expect(otherTroubles()).toEqual([])
})
