/** A visitor in a real browser, who also writes down what people do not see. */
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { vi } from 'vitest'

export interface Visit {
  page: Page
  /** Errors, and requests that left the server. */
  troubles: string[]
  end(): Promise<void>
}

/** What moves has half its colours; the inspector is there before the page, and the content security policy has no say in it. */
export const inspected: BrowserContextOptions = { bypassCSP: true, reducedMotion: 'reduce' }

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What each page has asked for and not yet got. */
const awaited = new WeakMap<Page, Set<Request>>()

/** Other origins than the server's own may be asked only where they are named. */
export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
  others: readonly string[] = [],
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, ...options })
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
  return { page: await context.newPage(), troubles, end: () => context.close() }
}

/** The page is there, and nothing of it is still to come. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const isQuiet = () => awaited.get(page)?.size === 0
  do {
    await vi.waitUntil(isQuiet, { timeout: 30_000, interval: 10 })
    await page.locator('.breathing').first().waitFor({ state: 'detached' })
  } while (!isQuiet())
}

/** What is wrong for people who use a keyboard or a screen reader, or who need contrast; by all rules unless said. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = rules ? { runOnly: rules } : {}
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** How many pixels of the page stand out to the right. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** The colours are the same in every language and take the longest to look at, so contrast and dark are looked at in one. */
const looks = {
  es: { light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], dark: ['color-contrast'] },
  pt: { light: ['wcag2a', 'wcag21a', 'best-practice'] },
  en: { light: ['wcag2a', 'wcag21a', 'best-practice'] },
} as const

export const languages = Object.keys(looks) as (keyof typeof looks)[]

/** What is wrong with any of these pages in a language, by the rules of `looks`, and what is too wide for a telephone. */
export async function faults(
  { page }: Visit,
  language: (typeof languages)[number],
  paths: readonly string[],
): Promise<string[]> {
  await page.evaluate(`localStorage.setItem('bodega.language', '${language}')`)
  const found: string[] = []
  const left = [...paths]
  const look = async (tab: Page) => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await tab.setViewportSize({ width: 1280, height: 900 })
      await tab.goto(path)
      await settled(tab)
      for (const [colorScheme, rules] of Object.entries(looks[language])) {
        await tab.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'dark' : 'light' })
        const wrong = await violations(tab, rules)
        found.push(...wrong.map(fault => `${path} in ${language}, ${colorScheme}: ${fault}`))
      }
      await tab.setViewportSize({ width: 360, height: 740 })
      const pixels = await overflow(tab)
      if (pixels > 0) found.push(`${path} in ${language} is ${pixels} pixels too wide for a telephone`)
    }
  }
  // Much of it is waiting, so several are looked at side by side.
  const others = await Promise.all([1, 2].map(() => page.context().newPage()))
  await Promise.all([page, ...others].map(look))
  return found
}
