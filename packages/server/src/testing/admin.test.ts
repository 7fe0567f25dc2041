/** The store admin in a real browser: one server and one browser for all stories, the demo store under them. */
import { type Client, createClient } from '@bodega/api'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch } from './browser.ts'
import { demoOf, type Served, serve } from './process.ts'
import { inspected, overflow, type Visit, violations, visit } from './visit.ts'

let server: Served
let browser: Browser
let client: Client

beforeAll(async () => {
  ;[server, browser] = await Promise.all([serve(), launch()])
  const { store_id: storeId, access_token: token } = demoOf(server.dataDir)
  client = createClient({ baseUrl: server.url, storeId, token, userAgent: 'Test (test@example.com)' })
}, 600_000)
afterAll(() => browser?.close())

let opened: Visit | undefined
afterEach(async () => {
  await opened?.end()
  opened = undefined
})

/** The owner of the demo store, signed in by one click, on the page at the path. */
async function owner(path: string, options: Parameters<typeof visit>[2] = {}): Promise<Page> {
  opened = await visit(browser, server.url, { locale: 'en', ...options })
  const { page } = opened
  await page.goto(`/login?next=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'As store owner' }).click()
  await page.waitForURL(url => url.pathname === path)
  return page
}

describe('signing in', () => {
  test('a stranger is asked to sign in and then sees the page that was wanted', async () => {
    opened = await visit(browser, server.url, { locale: 'en' })
    const { page } = opened
    const { owner } = demoOf(server.dataDir)
    await page.goto('/admin/1/locations')
    await page.waitForURL(/\/login\?next=/)
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Locations' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/1/locations')
    expect(opened.troubles).toEqual([])
  })

  test('whoever signs up makes a store and is in it; signing out leaves it', async () => {
    opened = await visit(browser, server.url, { locale: 'en' })
    const { page } = opened
    await page.goto('/sign-up')
    await page.getByLabel('Your name').fill('Ana')
    await page.getByLabel('E-mail').fill('ana@test.example')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByLabel('Name of the store').fill('Almacén Ana')
    await page.getByRole('button', { name: 'Create the store' }).click()
    await page.getByRole('complementary').getByRole('combobox', { name: 'Store' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/login/)
    expect(opened.troubles).toEqual([])
  })

  test('the language is changed in place', async () => {
    const page = await owner('/admin/1/locations')
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
    await handle.focus()
    await page.keyboard.press('Space')
    await page.getByText(/is at place 1/).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.getByText(/is at place 2/).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
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
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByText('The order of the locations is saved.').waitFor()
    expect(await order()).toEqual([before[2], before[0], before[1]])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect(opened?.troubles).toEqual([])
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
    await page.getByText('Saved', { exact: true }).waitFor()
    const cell = page.getByRole('textbox', { name: /^Stock: / }).first()
    await cell.fill('7')
    await cell.press('Enter')
    await page.getByText(/^Saved: Stock/).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await cell.fill('0')
    await cell.press('Enter')
    await page
      .getByText(/^Saved: Stock/)
      .nth(1)
      .waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted', { exact: true }).waitFor()
    expect(await order()).toHaveLength(3)
  })
})

/** Where people go, each with something that only the finished page shows. */
const pages = ['/login', '/sign-up', '/forgot-password', '/reset-password', '/admin/new-store', '/admin/1/locations']

describe('every page', { timeout: 300_000 }, () => {
  test.each(['es', 'pt', 'en'])('is accessible in %s, light and dark, and fits a telephone', async language => {
    const page = await owner('/admin/1/locations', inspected)
    await page.evaluate(`localStorage.setItem('bodega.language', '${language}')`)
    const [first] = await client.locations.list()
    for (const path of [...pages, `/admin/1/locations/${first?.id}`, '/admin/1/locations/new']) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await violations(page), `${path} in ${language}`).toEqual([])
      // The same page in other colours.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(page, ['color-contrast']), `${path} in ${language}, dark`).toEqual([])
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await overflow(page), path).toBe(0)
    }
    expect(opened?.troubles).toEqual([])
  })
})
