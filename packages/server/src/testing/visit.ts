/** A visitor in a real browser, who also writes down what people do not see. */
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export interface Visit {
  page: Page
  /** Errors, and requests that left the server. */
  troubles: string[]
  end(): Promise<void>
}

/** The content security policy keeps out scripts that are not ours, such as the inspector's; what moves has half its colours. */
export const inspected: BrowserContextOptions = { bypassCSP: true, reducedMotion: 'reduce' }

/** Other origins than the server's own may be asked only where they are named. */
export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
  others: readonly string[] = [],
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, ...options })
  const page = await context.newPage()
  // Below the limit of a test, so that what fails is the step and not the story.
  page.setDefaultTimeout(30_000)
  const troubles: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') troubles.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', error => troubles.push(String(error)))
  page.on('request', request => {
    const { protocol, origin: asked } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && ![origin, ...others].includes(asked))
      troubles.push(`asked ${request.url()}`)
  })
  return { page, troubles, end: () => context.close() }
}

const axe = createRequire(import.meta.url).resolve('axe-core')

/** What is wrong for people who use a keyboard or a screen reader, or who need contrast; by all rules unless said. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.addScriptTag({ path: axe })
  const options = rules ? { runOnly: rules } : {}
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** How many pixels of the page stand out to the right. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
