/** The store admin in a real browser: one server and one browser for all stories, the demo store under them. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { personAt } from './people.ts'
import { png } from './pictures.ts'
import { stage } from './stage.ts'
import { faults, inspected, isSeen, look, moveDown, overflow, settled, soon, type Visit } from './visit.ts'

const { server, demo, client, stranger, enter } = await stage()

let opened: Visit

async function owner(path: string): Promise<Page> {
  opened = await enter('owner', path)
  return opened.page
}

/** The server has taken what the page wrote. A notice may still be that of the write before. */
const written = (page: Page) => page.waitForResponse(response => response.request().method() !== 'GET' && response.ok())

/** For 50 ms after a drag all clicks are swallowed, so that dropping is not also clicking: told by the page's own clock. */
const afterDrag = (page: Page) => page.evaluate('new Promise(done => setTimeout(done, 60))')

describe('signing in', () => {
  test('a stranger is asked to sign in and then sees the page that was wanted', async () => {
    const { page, troubles } = await stranger('/admin/1/locations')
    await page.waitForURL(/\/login\?next=/)
    await page.getByLabel('E-mail').fill(demo.owner.email)
    await page.getByLabel('Password').fill(demo.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Locations' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/1/locations')
    expect(troubles).toEqual([])
  })

  test('whoever signs up makes a store and is in it; signing out leaves it', async () => {
    const { page, troubles } = await stranger('/sign-up')
    await page.getByLabel('Your name').fill('Ana')
    await page.getByLabel('E-mail').fill('ana.with.an.address.that.is.long@test.example')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByLabel('Name of the store').fill('Almacén Ana')
    await page.getByRole('button', { name: 'Create the store' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    const side = await page.getByRole('complementary').boundingBox()
    const button = await page.getByRole('button', { name: 'Sign out' }).boundingBox()
    // As far from the edge as all that stands above it.
    expect((side?.x ?? 0) + (side?.width ?? 0) - (button?.x ?? 0) - (button?.width ?? 0)).toBeGreaterThanOrEqual(12)
    await page.getByRole('link', { name: 'New product' }).click()
    await page.getByRole('group', { name: 'Categories' }).getByText('No categories yet').waitFor()
    await page.goto('/login')
    await page.getByRole('complementary').getByText('Store: Almacén Ana').waitFor()
    // What is still on its way would come to a stranger.
    await settled(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(troubles).toEqual([])
  })

  test('who has no store yet goes not back to signing up, keeps what is typed when the session ends, and can sign out', async () => {
    const { page } = await stranger('/sign-up')
    await page.getByLabel('Your name').fill('Eva')
    await page.getByLabel('E-mail').fill('eva@test.example')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create an account' }).dblclick()
    await page.getByRole('heading', { name: 'New store' }).waitFor()
    await page.goto('/sign-up')
    await page.getByLabel('Name of the store').fill('Casa Eva')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Create the store' }).click()
    const question = page.getByRole('dialog', { name: 'Your session has ended' })
    await question.getByLabel('Password').fill('correct horse battery')
    await question.getByRole('button', { name: 'Sign in' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name of the store').inputValue()).toBe('Casa Eva')
    await page.goto('/partner')
    await page.getByRole('heading', { name: 'Make applications' }).waitFor()
    await page.getByText('You are signed in as eva@test.example.').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/partner')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('the language is changed in place', async () => {
    const { page } = await enter('owner', '/admin/1/locations', { locale: 'en-GB' })
    await page.getByRole('combobox', { name: 'Language' }).selectOption('pt')
    await page.getByRole('heading', { name: 'Locais' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('pt')
  })
})

describe('locations', () => {
  const order = async () => (await client.locations.list()).map(({ name }) => name.en_US)

  test('are put in order by keyboard and by mouse, which is saved on purpose and can be undone', async () => {
    const page = await owner('/admin/1/locations')
    const before = await order()
    const handle = page.getByRole('button', { name: `Move ${before[0]}` })
    await moveDown(page, handle)
    await page.getByText('This order is not saved yet.').waitFor()
    expect(await order()).toEqual(before)
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByText('The order of the locations is saved.').waitFor()
    expect(await order()).toEqual([before[1], before[0], before[2]])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect(await order()).toEqual(before)

    const from = await page.getByRole('button', { name: `Move ${before[2]}` }).boundingBox()
    const to = await page.getByRole('button', { name: `Move ${before[0]}` }).boundingBox()
    if (!from || !to) throw new Error('the handles are not in sight')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 30, { steps: 8 })
    await page.mouse.move(to.x + 10, to.y, { steps: 4 })
    await page.mouse.up()
    await afterDrag(page)
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByText('The order of the locations is saved.').waitFor()
    expect(await order()).toEqual([before[2], before[0], before[1]])
    await page.getByRole('button', { name: 'Undo' }).click()
    // The first time may still be told of.
    await expect.poll(order, soon).toEqual(before)
    expect(opened.troubles).toEqual([])
  })

  test('are made, changed and deleted; stock is typed over and brought back', async () => {
    const page = await owner('/admin/1/locations')
    await page.getByRole('link', { name: 'New location' }).click()
    await page.getByLabel('Name').fill('Kiosk')
    await page.getByLabel('Street', { exact: true }).fill('Florida')
    await page.getByLabel('City').fill('Rosario')
    await page.getByLabel('Postal code').fill('2000')
    await page.getByLabel('Province').fill('Santa Fe')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Kiosk', exact: true }).click()
    await page.getByLabel('Number').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
    const cell = page.getByRole('textbox', { name: /^Stock: / }).first()
    await cell.fill('7')
    await cell.press('Enter')
    await page.getByText(/^Saved: Stock/).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await cell.fill('0')
    await Promise.all([written(page), cell.press('Enter')])
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted', { exact: true }).waitFor()
    expect(await order()).toHaveLength(3)
  })
})

describe('orders', () => {
  /** A product of which no location has three: one here, two there. */
  async function scattered(name: string) {
    const [a, b] = await client.locations.list()
    const product = await client.products.create({
      body: {
        name: { en: name, es: name, pt: name },
        variants: [
          {
            price: '100.00',
            weight: '0.5',
            inventory_levels: [
              { location_id: a?.id ?? '', stock: 1 },
              { location_id: b?.id ?? '', stock: 2 },
            ],
          },
        ],
      },
    })
    return product.variants[0]?.id ?? 0
  }

  test('an order by hand over two locations is foreseen, placed, packed and sent, each shipment with its code', async () => {
    const variant = await scattered('Two places')
    const page = await owner('/admin/1/orders/new')
    await page.getByRole('searchbox').fill('Two places')
    await page.getByRole('button', { name: 'Add: Two places' }).click()
    await page.getByRole('spinbutton', { name: /^Quantity/ }).fill('3')
    await page.getByText('No location has everything').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
    await page.getByLabel('E-mail').fill('ada@test.example')
    await page.getByLabel('Street').fill('Gorriti')
    await page.getByLabel('City').fill('Palermo')
    await page.getByLabel('Province').fill('Buenos Aires')
    await page.getByLabel('Postal code').fill('1414')
    await page.getByRole('group', { name: 'Shipping options' }).getByRole('radio').check()
    await page.getByRole('button', { name: 'Place the order' }).click()
    await page.getByRole('heading', { name: /^Shipment 2/ }).waitFor()
    for (const [place, code] of ['AA1', 'BB2'].entries()) {
      const card = page.getByRole('region', { name: new RegExp(`^Shipment ${place + 1}`) })
      await card.getByRole('button', { name: 'Mark as packed' }).click()
      await card.getByRole('button', { name: 'Unpack' }).waitFor()
      await card.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('dialog').getByLabel('Tracking code').fill(code)
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
      await card.getByText(code).waitFor()
    }
    const first = page.getByRole('region', { name: /^Shipment 1/ })
    await first.getByRole('button', { name: 'Add a tracking event' }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('Left the city')
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await first.getByText('Left the city').waitFor()
    const [order] = await client.orders.list({ query: { q: 'Ada Byron', aggregates: 'fulfillment_orders' } })
    expect(order?.fulfillment_orders?.map(({ status, tracking_info }) => [status, tracking_info.code])).toEqual([
      ['DISPATCHED', 'AA1'],
      ['DISPATCHED', 'BB2'],
    ])
    expect(Number(order?.shipping_cost_customer)).toBeGreaterThan(0)
    const moved = await client.inventory.ofVariant({ params: { id: variant } })
    expect(
      moved
        .filter(({ cause }) => cause === 'order')
        .map(({ delta }) => delta)
        .sort(),
    ).toEqual([-1, -2])
    expect(opened.troubles).toEqual([])
  })

  test('an order by hand goes to its address, though no shipping option was chosen', async () => {
    const variant = await scattered('One place')
    const page = await owner('/admin/1/orders/new')
    await page.getByRole('searchbox').fill('One place')
    await page.getByRole('button', { name: 'Add: One place' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Rosalind Franklin')
    await page.getByLabel('E-mail').fill('rosalind@test.example')
    await page.getByLabel('City').fill('Palermo')
    await page.getByLabel('Postal code').fill('1414')
    await page.getByRole('button', { name: 'Place the order' }).click()
    // One place has one name: that of the shipment, and that among the reasons for it.
    const [place] = await client.locations.list()
    await page.getByRole('heading', { name: `Shipment 1 · ${place?.name.en_US}` }).waitFor()
    const [order] = await client.orders.list({ query: { q: 'Rosalind Franklin' } })
    expect(order).toMatchObject({ shipping_pickup_type: 'ship', products: [{ variant_id: variant }] })
    expect(opened.troubles).toEqual([])
  })

  test('are found, packed together with a way back, and cancelled with their stock returned', async () => {
    const variant = await scattered('Packed together')
    const customer = { name: 'Grace Hopper', email: 'grace@test.example' }
    for (let i = 0; i < 2; i++) {
      await client.orders.create({ body: { products: [{ variant_id: variant, quantity: 1 }], customer } })
    }
    const page = await owner('/admin/1/orders')
    await page.getByRole('searchbox').fill('Grace Hopper')
    await page.getByText('1–2 of 2').waitFor()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: 'Pack 2 shipments' }).click()
    await page.getByText('2 shipments are packed.').waitFor()
    const statuses = async () =>
      (await client.orders.list({ query: { q: 'Grace Hopper' } })).map(({ shipping_status }) => shipping_status)
    expect(await statuses()).toEqual(['unshipped', 'unshipped'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect(await statuses()).toEqual(['unpacked', 'unpacked'])

    await page
      .getByRole('link', { name: /Grace Hopper/ })
      .first()
      .click()
    await page.getByLabel('Note of the store').fill('Fragile')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    // Beside it a "Cancel" alone would be read as the same.
    await page.getByRole('dialog').getByRole('button', { name: 'Keep the order' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await page.getByRole('dialog').getByLabel('Reason').selectOption('inventory')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
    await page.getByText('The order is cancelled.').waitFor()
    const [latest] = await client.orders.list({ query: { q: 'Grace Hopper' } })
    expect(latest).toMatchObject({ status: 'cancelled', cancel_reason: 'inventory', owner_note: 'Fragile' })
    const moved = await client.inventory.ofVariant({ params: { id: variant } })
    expect(moved.filter(({ cause }) => cause === 'cancel').map(({ delta }) => delta)).toEqual([1])
    expect(opened.troubles).toEqual([])
  })
})

describe('products and categories', () => {
  test('a product is made, gets pictures, variants and stock, shows its history, and goes', async () => {
    const page = await owner('/admin/1/products')
    await page.getByRole('link', { name: 'New product' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Lantern')
    await page.getByLabel('Visibility').selectOption('Unlisted')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Lantern' }).waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lantern.png', mimeType: 'image/png', buffer: await png() })
    await page.getByRole('img', { name: 'Image 1' }).waitFor()
    const price = page.getByRole('textbox', { name: 'Price: Lantern', exact: true })
    await price.fill('12,5')
    await price.press('Enter')
    await page.getByText('Saved: Price: Lantern').waitFor()
    const cell = page.getByRole('textbox', { name: 'Main warehouse: Lantern' })
    await cell.fill('9')
    await cell.press('Enter')
    await page.getByText('Saved: Main warehouse: Lantern').waitFor()
    await page.getByRole('button', { name: 'Stock history: Lantern' }).click()
    await page.getByRole('dialog').getByText('+9').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('button', { name: 'New variant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Attribute').fill('Size')
    await dialog.getByLabel('Value of the existing variant').fill('S')
    await dialog.getByLabel('Size', { exact: true }).fill('L')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('textbox', { name: 'Price: L', exact: true }).waitFor()
    const [made] = await client.products.list({ query: { q: 'Lantern' } })
    expect(made?.images).toHaveLength(1)
    expect(made?.visibility).toBe('unlisted')
    expect(made?.variants.map(({ price, stock }) => [price, stock])).toEqual([
      ['12.50', 9],
      ['12.50', 0],
    ])
    await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted', { exact: true }).waitFor()
    expect(await client.products.list({ query: { q: 'Lantern' } })).toHaveLength(0)
    expect(opened.troubles).toEqual([])
  })

  test('a category is dragged below another one by keyboard, and brought back', async () => {
    const page = await owner('/admin/1/categories')
    await page.getByRole('button', { name: 'New category' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Aardvark')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const handle = page.getByRole('button', { name: 'Move Aardvark' })
    await handle.waitFor()
    await settled(page)
    await handle.focus()
    await page.keyboard.press('Space')
    await page.getByText('At the top').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByText(/^Below /).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    // Under the pointer it stays with its way back, however long the next drag takes.
    await page.getByText('The category is moved.').hover()
    const find = async () =>
      (await client.categories.list({ query: { per_page: 200 } })).find(({ name }) =>
        Object.values(name).includes('Aardvark'),
      )
    expect((await find())?.parent).not.toBeNull()
    await settled(page)
    await handle.focus()
    await page.keyboard.press('Space')
    await page.getByText('At the top').waitFor()
    const heard = async () => {
      await page.keyboard.press('ArrowUp')
      return page.locator('[aria-live=assertive]').textContent()
    }
    await expect.poll(heard, soon).toBe('At the top')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect((await find())?.parent).toBeNull()
    await page.getByRole('button', { name: 'Delete: Aardvark' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted', { exact: true }).waitFor()
    expect(opened.troubles).toEqual([])
  })
})

describe('customers, coupons, draft orders and shipping', () => {
  test('a customer is made, changed and deleted', async () => {
    const page = await owner('/admin/1/customers')
    await page.getByRole('link', { name: 'New customer' }).click()
    // The search of the list also has a name and an e-mail in its label.
    await page.getByRole('heading', { name: 'New customer' }).waitFor()
    await page.getByLabel('Name').fill('Alan Turing')
    await page.getByLabel('E-mail').fill('alan@test.example')
    await page.getByLabel('City').fill('Rosario')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Alan Turing', level: 1 }).waitFor()
    await page.getByLabel('Phone').fill('+54 11 5555-0000')
    await Promise.all([written(page), page.getByRole('button', { name: 'Save' }).click()])
    const [made] = await client.customers.list({ query: { email: 'alan@test.example' } })
    expect(made).toMatchObject({ phone: '+54 11 5555-0000', default_address: { city: 'Rosario' } })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted', { exact: true }).waitFor()
    expect(opened.troubles).toEqual([])
  })

  test('a coupon is made, never for everything by a slip, changed and deleted', async () => {
    const page = await owner('/admin/1/coupons')
    await page.getByRole('link', { name: 'New coupon' }).click()
    await page.getByRole('button', { name: 'Make up a code' }).click()
    expect(await page.getByLabel('Code').inputValue()).toMatch(/^[2-9A-Z]{8}$/)
    await page.getByLabel('Code').fill('SPRING')
    await page.getByLabel('Percentage (%)').fill('150')
    await page.getByLabel('Last day').fill('2099-12-31')
    await page.getByLabel('Products').selectOption('Some products')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Choose at least one.').waitFor()
    await page
      .getByRole('button', { name: /^Add: / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be at most 100', { exact: true }).waitFor()
    await page.getByLabel('Percentage (%)').fill('12,5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: 'SPRING 1 product 12.5% until Dec 31, 2099 0 In force' }).waitFor()
    await page.getByRole('searchbox').fill('spri')
    await page.getByRole('combobox', { name: 'Discount' }).selectOption('Percentage')
    await page.getByRole('link', { name: 'SPRING' }).click()
    await page.getByLabel('Turned on').uncheck()
    const [made] = await client.coupons.list({ query: { q: 'SPRING' } })
    const params = { id: made?.id ?? 0 }
    await client.coupons.update({ params, body: { max_uses: 7 } })
    await Promise.all([written(page), page.getByRole('button', { name: 'Save' }).click()])
    expect(await client.coupons.get({ params })).toMatchObject({ value: '12.50', valid: false, max_uses: 7 })
    await page.getByText('Uses: 0 of 7').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No coupons yet').waitFor()
    expect(opened.troubles).toEqual([expect.stringContaining('422')])
  })

  test('the link of a draft is copied for its buyer, and the draft becomes an order', async () => {
    const [product] = await client.products.list({ query: { min_stock: 5 } })
    const { checkout_url } = await client.draftOrders.create({
      body: {
        contact_name: 'Mary',
        contact_lastname: 'Shelley',
        contact_email: 'mary@test.example',
        payment_status: 'unpaid',
        products: [{ variant_id: product?.variants.find(({ stock }) => stock !== 0)?.id ?? 0, quantity: 1 }],
      },
    })
    const page = await owner('/admin/1/draft-orders')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link: Mary' }).click()
    await page.getByText('Copied').first().waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(checkout_url)
    await page.getByRole('row', { name: /Mary/ }).getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: /^Order #/ }).waitFor()
    expect(opened.troubles).toEqual([])
  })

  test('a price of a shipping table is changed, and nothing else of it', async () => {
    const page = await owner('/admin/1/shipping')
    const [table] = await client.shippingTables.list()
    await page.getByRole('link', { name: String(table?.name) }).click()
    await page.getByLabel('Price').first().fill('-5')
    await page.getByLabel('Name, as buyers see it').press('Enter')
    const refusal = page.getByRole('alert').filter({ hasText: 'The service refused it' })
    await refusal.waitFor()
    expect(await isSeen(refusal)).toBe(true)
    await page.getByLabel('Price').first().fill('1234,5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const [changed] = await client.shippingTables.list()
    expect(changed?.zones[0]?.rates[0]?.steps[0]?.price).toBe('1234.50')
    expect(changed?.zones.slice(1)).toEqual(table?.zones.slice(1))
    expect(opened.troubles).toEqual([expect.stringContaining('422')])
  })
})

test('what does not exist, or is not theirs, says so under a title, with a way on', async () => {
  const page = await owner('/admin/99')
  await page.getByRole('main').getByRole('heading', { name: 'This store does not exist, or is not yours' }).waitFor()
  expect(await page.title()).toBe('This store does not exist, or is not yours · Bodega')
  await page.getByRole('link', { name: 'Bodega Demo' }).click()
  await page.getByRole('heading', { name: 'Bodega Demo', level: 1 }).waitFor()
  await page.goto('/admin/1/apps/99')
  await page.getByText('This application is not installed in the store').waitFor()
  expect(opened.troubles).toEqual([])
  await page.goto('/admin/1/orders/99999')
  await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor()
  expect(await page.title()).toBe('There is nothing here · Bodega')
  await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
})

test('the stores to choose from fit a telephone, however long their names', async () => {
  const password = 'correct horse battery'
  const { panel } = personAt(server.url)
  await panel.accounts.create({ body: { name: 'Uma', email: 'uma@test.example', password } })
  await panel.stores.create({ body: { name: 'W'.repeat(100), country: 'BR' } })
  const { page } = await stranger('/login?next=/admin/99', { viewport: { width: 360, height: 740 } })
  await page.getByLabel('E-mail').fill('uma@test.example')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'WWW' }).waitFor()
  expect(await overflow(page)).toBe(0)
})

/** Where people go, signed in or not. */
const pages = [
  '/',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/admin/new-store',
  '/admin/99',
  '/admin/1',
  '/admin/1/nowhere',
  '/admin/1/orders',
  '/admin/1/orders/new',
  '/admin/1/products',
  '/admin/1/products/new',
  '/admin/1/categories',
  '/admin/1/locations',
  '/admin/1/locations/new',
  '/admin/1/draft-orders',
  '/admin/1/draft-orders/new',
  '/admin/1/customers',
  '/admin/1/customers/new',
  '/admin/1/coupons',
  '/admin/1/coupons/new',
  '/admin/1/shipping',
  '/admin/1/shipping/new',
  '/admin/1/shipping/1',
  '/admin/1/apps',
  '/admin/1/settings',
  '/admin/1/settings/staff',
  '/admin/1/settings/account',
  '/admin/1/settings/events',
]

test('every page is accessible in every language, light and dark, and fits a telephone', {
  timeout: 600_000,
}, async () => {
  const [location] = await client.locations.list()
  const [order] = await client.orders.list()
  const [product] = await client.products.list()
  const [customer] = await client.customers.list()
  const products = product ? [product.id] : []
  const coupon = await client.coupons.create({ body: { code: 'SUMMER', type: 'percentage', value: 10, products } })
  const found = [
    `orders/${order?.id}`,
    `products/${product?.id}`,
    `locations/${location?.id}`,
    `customers/${customer?.id}`,
    `coupons/${coupon.id}`,
  ]
  const visit = await enter('owner', '/', inspected)
  // Whoever is signed in does not see it.
  expect(await look((await stranger('/login', inspected)).page)).toEqual([])
  expect(await faults(visit, [...pages, ...found.map(name => `/admin/1/${name}`)])).toEqual([])
  expect(visit.troubles).toEqual([])
})
