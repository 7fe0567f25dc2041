/** What everybody reaches on the pages, in a real browser: by the keyboard alone, on a small screen, in stores of many things. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stage } from './stage.ts'
import { aLocation } from './store.ts'
import { moveDown, settled, type Visit } from './visit.ts'

const { client, enter } = await stage()

let opened: Visit

async function visit(path: string, options = {}): Promise<Page> {
  opened = await enter('owner', path, options)
  await settled(opened.page)
  return opened.page
}

/** Has the focus, or gets it soon. */
const holds = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor()

test('the focus goes with a page, and stays near what is saved or goes away', async () => {
  const page = await visit('/admin/1/products/new')
  await page.getByLabel('Name', { exact: true }).fill('By keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'By keyboard', level: 1 }).waitFor()
  await holds(page, 'main')
  await page.keyboard.press('Tab')
  await page.getByRole('main').getByRole('link', { name: 'Products' }).and(page.locator(':focus')).waitFor()

  await page.getByLabel('Brand').fill('Acme')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const saved = page.waitForResponse(response => response.request().method() === 'PUT')
  await save.press('Enter')
  await saved
  await save.and(page.locator(':focus:not([aria-busy])')).waitFor()

  const price = page.getByRole('textbox', { name: 'Price: By keyboard', exact: true })
  await price.fill('10')
  await price.press('Enter')
  await page.getByText('Saved: Price: By keyboard').waitFor()
  await price.and(page.locator(':focus')).waitFor()

  await page.getByRole('button', { name: 'New variant' }).press('Enter')
  for (const text of ['Colour', 'Red', 'Blue']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete: Blue' }).press('Enter')
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Variants and stock' }).and(page.locator(':focus')).waitFor()

  await page.getByRole('complementary').getByRole('link', { name: 'Locations' }).press('Enter')
  await page.getByRole('heading', { name: 'Locations', level: 1 }).waitFor()
  await holds(page, 'main')
  await page.getByRole('button', { name: 'Make default' }).first().press('Enter')
  await holds(page, 'article')
  await moveDown(page)
  await page.getByRole('button', { name: 'Save the order' }).press('Enter')
  await holds(page, 'main')
  expect(opened.troubles).toEqual([])
})

test('an address with a page or a filter that there is not shows the list without', async () => {
  const page = await visit('/admin/1/orders?page=-1&status=lost&payment=paid')
  await page.getByRole('table', { name: 'Orders' }).waitFor()
  expect(new URL(page.url()).search).toBe('?payment=paid')
  await page.goto('/admin/1/products?visibility=lost&stock=some&category=none')
  await page.getByRole('table', { name: 'Products' }).waitFor()
  expect(opened.troubles).toEqual([])
})

test('in the colours of the reader a switch shows its state, and so does the page that is open', async () => {
  const page = await visit('/admin/1/orders', { forcedColors: 'active' })
  const picture = (locator: Locator) => locator.screenshot().then(png => png.toString('base64'))
  const link = page.getByRole('complementary').getByRole('link', { name: 'Products' })
  const idle = await picture(link)
  await link.press('Enter')
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  await holds(page, 'main')
  expect(await picture(link)).not.toBe(idle)
  await page.goto('/admin/1/products/1')
  const isFree = page.getByRole('checkbox', { name: 'Free shipping' })
  const before = await picture(isFree)
  await isFree.setChecked(!(await isFree.isChecked()))
  expect(await picture(isFree)).not.toBe(before)
  expect(opened.troubles).toEqual([])
})

test('on a small screen a long amount leaves room for the name of what was bought', async () => {
  const product = await client.products.create({ body: { name: 'Paraguas', price: '123456789012.00', stock: 1 } })
  const [{ id: variant_id } = { id: 0 }] = product.variants
  const order = await client.orders.create({ body: { products: [{ variant_id, quantity: 1 }] } })
  const page = await visit(`/admin/1/orders/${order.id}`, { viewport: { width: 320, height: 640 } })
  const line = page.getByRole('listitem').filter({ has: page.getByText('Paraguas') })
  const name = await line.getByText('Paraguas').boundingBox()
  expect(name?.width).toBeGreaterThan(96)
  await client.products.delete({ params: { id: product.id } })
})

test('on paper a page stands alone, whatever size the sheets have', async () => {
  const page = await visit('/admin/1/orders')
  await page.getByRole('table', { name: 'Orders' }).waitFor()
  for (const width of [1280, 700]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
  }
  // Nor has paper a dark ground: letters that are made for one would not be read.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
  await page.evaluate(
    "window.addEventListener('beforeprint', () => { window.printed = document.documentElement.dataset.theme })",
  )
  await page.pdf()
  expect(await page.evaluate('window.printed')).toBe('light')
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
  expect(opened.troubles).toEqual([])
})

/** The last story: to take away again what it makes would take as long. */
test('more locations than fit on a page of the API are all there', { timeout: 120_000 }, async () => {
  const before = await client.locations.list()
  const name = (i: number) => ({ es_AR: `Depot ${i}` })
  for (let i = before.total; i < 202; i++) await client.locations.create({ body: aLocation({ name: name(i) }) })
  const page = await visit('/admin/1/locations')
  await page.getByRole('heading', { level: 2, name: 'Depot 201' }).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(202)
  expect(opened.troubles).toEqual([])
})
