/** A visitor in a real browser, who also writes down what people do not see. */
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import { vi } from 'vitest'

/** Somebody with a browser of their own. */
export interface Guest {
  context: BrowserContext
  /** Errors, and requests that left the server. */
  troubles: string[]
}

export interface Visit {
  page: Page
  troubles: string[]
}

/** The inspector is there before the page, and the content security policy has no say in it. */
export const inspected: BrowserContextOptions = { bypassCSP: true }

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What each page has asked for and not yet got. */
const awaited = new WeakMap<Page, Set<Request>>()

/** Other origins than the server's own may be asked only where they are named. */
export async function receive(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
  others: readonly string[] = [],
): Promise<Guest> {
  // What moves has half its colours, and is not yet where it is clicked.
  const context = await browser.newContext({ baseURL: origin, locale: 'en', reducedMotion: 'reduce', ...options })
  if (options.bypassCSP) await context.addInitScript({ path: axe })
  // Below the limit of a test, so that what fails is the step and not the story.
  context.setDefaultTimeout(30_000)
  const troubles: string[] = []
  context.on('console', message => {
    if (message.type() === 'error') troubles.push(`${message.text()} ${message.location().url}`)
  })
  context.on('weberror', ({ error }) => troubles.push(String(error())))
  context.on('request', request => {
    const { protocol, origin: asked } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && ![origin, ...others].includes(asked))
      troubles.push(`asked ${request.url()}`)
  })
  context.on('page', page => {
    const open = new Set<Request>()
    awaited.set(page, open)
    page.on('request', request => open.add(request))
    page.on('requestfinished', request => open.delete(request))
    page.on('requestfailed', request => open.delete(request))
  })
  return { context, troubles }
}

/** The page is there, and nothing of it is still to come. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const isQuiet = () => awaited.get(page)?.size === 0
  do {
    await vi.waitUntil(isQuiet, { timeout: 30_000, interval: 10 })
    await page.locator('.breathing').first().waitFor({ state: 'detached' })
  } while (!isQuiet())
}

/** The first of a list that can be sorted goes one place down, by keyboard; in a grid it goes to the side. */
export async function moveDown(
  page: Page,
  handle = page.getByRole('button', { name: /^Move / }).first(),
  key = 'ArrowDown',
): Promise<void> {
  await settled(page)
  await handle.focus()
  await page.keyboard.press('Space')
  await page.getByText(/is at place 1/).waitFor({ state: 'attached' })
  // The library hears of keys from a timer on, which a page with much to do may come to after it has said the place.
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve)))
  await page.keyboard.press(key)
  await page.getByText(/is at place 2/).waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
}

/** What is wrong for people who use a keyboard or a screen reader, or who need contrast; by all rules unless said. */
export async function violations(page: Page, rules: RunOptions = {}): Promise<string[]> {
  // Nobody reads what is right, and only a rule that is off needs the style sheets fetched once more.
  const options: RunOptions = { ...rules, resultTypes: ['violations'], preload: false }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** For what a page has begun and a server ends, on a machine that may have other things to do. */
export const soon = { timeout: 20_000 }

/** Whether all of it is on the screen, without a move. */
export async function isSeen(found: Locator): Promise<boolean> {
  const box = await found.boundingBox()
  const screen = found.page().viewportSize()
  return box !== null && screen !== null && box.y >= 0 && box.y + box.height <= screen.height
}

/** How many pixels of the page stand out to the right. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/**
 * What is looked at, so that every rule sees every page in all that it depends on. Colours are the same in every
 * language, and contrast takes longer than all other rules together: one language, light and dark. Structure is the same
 * in all of them: one, light. Names and labels are what a language can lack: every language, once.
 */
const names: RunOptions = { runOnly: ['cat.text-alternatives', 'cat.name-role-value', 'cat.forms', 'cat.language'] }
const looks: Record<string, { light: RunOptions; dark?: RunOptions }> = {
  es: { light: {}, dark: { runOnly: ['color-contrast'] } },
  pt: { light: names },
  en: { light: names },
}

const desk = { width: 1280, height: 900 }
const tablet = { width: 1000, height: 740 }
const telephone = { width: 360, height: 740 }

/** Changes the language in place, as people do: the page is loaded once for all of them. */
async function speak(page: Page, language: string): Promise<void> {
  await page.locator('select:has(option[lang])').first().selectOption(language)
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
}

/** What is wrong with a page that is open, by the rules of `looks`, and where it is too wide for a smaller screen. */
export async function look(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [language, { light, dark }] of Object.entries(looks)) {
    await page.setViewportSize(desk)
    await speak(page, language)
    await settled(page)
    found.push(...(await violations(page, light)).map(fault => `in ${language}, light: ${fault}`))
    if (dark) {
      await page.emulateMedia({ colorScheme: 'dark' })
      found.push(...(await violations(page, dark)).map(fault => `in ${language}, dark: ${fault}`))
      await page.emulateMedia({ colorScheme: 'light' })
    }
    for (const screen of [tablet, telephone]) {
      await page.setViewportSize(screen)
      const pixels = await overflow(page)
      if (pixels > 0) found.push(`in ${language}: ${pixels} pixels too wide for a screen of ${screen.width}`)
    }
  }
  return found.map(fault => `${page.url()} ${fault}`)
}

/**
 * To another page as people go, without leaving: to load all of it anew takes longer than to look at it. It is there when
 * there is something that was not there before.
 */
async function go(tab: Page, path: string): Promise<void> {
  if (new URL(tab.url()).pathname === path) return
  await tab.evaluate(`for (const { dataset } of document.querySelectorAll('body *')) dataset.before = ''
    history.pushState(null, '', '${path}')`)
  await tab.locator('body *:not([data-before])').first().waitFor({ state: 'attached' })
}

/** What is wrong with any of these pages in any language, light or dark. */
export async function faults({ page }: Visit, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const left = [...paths]
  const walk = async (tab: Page) => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await (tab.url() === 'about:blank' ? tab.goto(path) : go(tab, path))
      found.push(...(await look(tab)))
    }
  }
  // Some of it is waiting, so two are looked at side by side.
  await Promise.all([page, await page.context().newPage()].map(walk))
  return found
}
