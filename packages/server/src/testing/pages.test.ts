import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch } from './browser.ts'
import { type Served, serve } from './process.ts'

let server: Served
let browser: Browser

// A machine without a browser gets one first, over the network.
beforeAll(async () => {
  ;[server, browser] = await Promise.all([serve(), launch()])
}, 600_000)
afterAll(() => browser?.close())

let opened: { page: Page; troubles: string[] } | undefined

/** Opens a page and writes down what a visitor would not see: errors, and requests that leave the server. */
async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const troubles: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') troubles.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', error => troubles.push(String(error)))
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && origin !== server.url) troubles.push(`asked ${request.url()}`)
  })
  opened = { page, troubles }
  await page.goto(server.url + path)
  return page
}

afterEach(async () => {
  await opened?.page.context().close()
  opened = undefined
})

const axe = createRequire(import.meta.url).resolve('axe-core')

/** What is wrong for people who use a keyboard or a screen reader, or who need contrast. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe })
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

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
  // The content security policy keeps out scripts that are not ours, such as the inspector.
  const inspected = { bypassCSP: true }

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
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
