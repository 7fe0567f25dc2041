import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch } from './browser.ts'
import { type Served, serve } from './process.ts'
import { inspected, overflow, type Visit, violations, visit } from './visit.ts'

let server: Served
let browser: Browser

// A machine without a browser gets one first, over the network.
beforeAll(async () => {
  ;[server, browser] = await Promise.all([serve(), launch()])
}, 600_000)
afterAll(() => browser?.close())

let opened: Visit | undefined

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  opened = await visit(browser, server.url, options)
  await opened.page.goto(path)
  return opened.page
}

afterEach(async () => {
  await opened?.end()
  opened = undefined
})

describe('the reference of the API', () => {
  // Its script is large, and a busy machine takes its time over it.
  test('shows the operations without a network, in the colours of the system', async () => {
    const page = await open('/docs', { colorScheme: 'dark' })
    await page.getByRole('heading', { name: 'Bodega', exact: true }).waitFor()
    await page.getByText('Locations', { exact: true }).first().click()
    await page.getByText('Create a location').first().waitFor()
    await page.locator('.dark-mode').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.title()).toBe('Bodega API')
    expect(opened?.troubles).toEqual([])
  }, 120_000)
})

describe('the start page', { timeout: 60_000 }, () => {
  test('renders without a network', async () => {
    const page = await open('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(opened?.troubles).toEqual([])
  })

  test.each(['light', 'dark'] as const)('is accessible in %s colours', async colorScheme => {
    const page = await open('/', { ...inspected, colorScheme })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('fits a telephone without scrolling sideways', async () => {
    const page = await open('/', { ...inspected, viewport: { width: 360, height: 740 } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
