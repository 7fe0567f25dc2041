/** The demo store with its pages in a real browser: one server and one browser for all stories of a file. */
import type { Client } from '@bodega/api'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { launch } from './browser.ts'
import { open } from './database.ts'
import { atEnd } from './ending.ts'
import { answer, clientOf, type DemoStore, demoOf, type Served, serve } from './process.ts'
import { type Guest, receive, type Visit } from './visit.ts'

interface Guests {
  /** Somebody without cookies, on the page at the path. */
  stranger(path: string, options?: BrowserContextOptions, others?: readonly string[]): Promise<Visit>
  /** One of the two people of the demo, signed in. */
  enter(as: Someone, path: string, options?: BrowserContextOptions, others?: readonly string[]): Promise<Visit>
}

type Someone = 'owner' | 'partner'

interface Stage extends Guests {
  server: Served
  demo: DemoStore
  db: Db
  /** The API, with the token of the demo app. */
  client: Client
  /** A command of the operator, on the data of the server. */
  command(...args: string[]): Promise<unknown>
}

/** To be awaited where a file begins: a machine without a browser gets one first, over the network. */
export async function stage(): Promise<Stage> {
  // Another test starts the embedded database; here it would only take its time.
  const { url: DATABASE_URL, db } = await open(true)
  const [server, browser] = await Promise.all([serve({ DATABASE_URL }), launch()])
  atEnd(() => browser.close())
  tellFailures(server)
  const demo = demoOf(server.dataDir)
  return {
    ...{ server, demo, db, client: clientOf(server.url, demo) },
    command: (...args) => answer({ DATABASE_URL, DATA_DIR: server.dataDir }, ...args),
    ...guests(browser, server.url),
  }
}

/** A browser says only that an answer was refused; the server knows why, and its log comes a moment later. */
function tellFailures({ stdout }: Served): void {
  let hasFailed = false
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail'
  })
  atEnd(async () => {
    const warnings = stdout().match(/^\{"level":[456]0.*$/gm) ?? []
    if (hasFailed) process.stderr.write(`${warnings.join('\n')}\n`)
  })
}

/** Somebody who comes back: one tab stays open, and with it what the browser has compiled. */
interface Regular extends Guest {
  kept: Page
}

/** Whoever is known comes back with what the browser has loaded and compiled before: that is half the time of a story. */
function guests(browser: Browser, origin: string): Guests {
  const known = new Map<string, Regular>()
  const strangers: Guest[] = []
  afterEach(async () => {
    for (const { context } of strangers.splice(0)) await context.close()
    for (const { context, troubles, kept } of known.values()) {
      for (const page of context.pages()) if (page !== kept) await page.close()
      troubles.length = 0
    }
  })
  const open = async ({ context, troubles }: Guest, path: string): Promise<Visit> => {
    const page = await context.newPage()
    await page.goto(path)
    return { page, troubles }
  }
  const welcome = async (options?: BrowserContextOptions, others?: readonly string[]): Promise<Regular> => {
    const guest = await receive(browser, origin, options, others)
    const { page: kept } = await open(guest, '/login')
    return { ...guest, kept }
  }
  return {
    async stranger(path, options, others) {
      const guest = await receive(browser, origin, options, others)
      strangers.push(guest)
      return open(guest, path)
    },
    async enter(as, path, options, others) {
      const name = JSON.stringify([as, options, others])
      const guest = known.get(name) ?? (await welcome(options, others))
      known.set(name, guest)
      await guest.context.request.post('/panel/session/demo', { data: { as } })
      return open(guest, path)
    },
  }
}
