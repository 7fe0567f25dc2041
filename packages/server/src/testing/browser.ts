import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const run = promisify(execFile)

const isRoot = process.getuid?.() === 0

/** Nothing but the page under test: no first-run page, no updates, no calls home. Its scripts are compiled once for all tabs. */
const flags = [
  '--process-per-site',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A real browser, found on the machine or brought to it. Close it after the tests. */
export async function launch(): Promise<Browser> {
  const executablePath = await findBrowser()
  const start = (chromiumSandbox: boolean) =>
    chromium.launch({ executablePath, chromiumSandbox, args: isRoot ? ['--no-sandbox', ...flags] : flags })
  if (isRoot) return start(false)
  try {
    return await start(true)
  } catch (error) {
    // Inside a container an ordinary user may have no sandbox either; what we open are our own pages.
    if (!/sandbox/i.test(String(error))) throw error
    return start(false)
  }
}

async function findBrowser(): Promise<string> {
  const found = installed() ?? (await fromDebian()) ?? (await fromPlaywright())
  if (found) return found
  throw new Error(
    'the tests need a browser: install Chromium (Debian: apt-get install chromium), or set CHROME_PATH to one',
  )
}

/** The same engine without a window needs a quarter less time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macos = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap(name => folders.map(folder => join(folder, name)))
  return [process.env.CHROME_PATH ?? '', ...onPath, macos, chromium.executablePath()].find(isProgram)
}

function isProgram(path: string): boolean {
  if (path === '') return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian's own package, where we may install it. */
async function fromDebian(): Promise<string | undefined> {
  if (!isRoot || process.platform !== 'linux') return undefined
  const aptGet = (...args: string[]) =>
    run('apt-get', ['-qq', ...args], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  // Another test file may be at it: its update is as good as ours, and for its install we wait.
  await aptGet('update').catch(() => {})
  const install = ['install', '-y', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends', 'fonts-liberation']
  await aptGet(...install, 'chromium-headless-shell').catch(() => aptGet(...install, 'chromium').catch(() => {}))
  return installed()
}

async function fromPlaywright(): Promise<string | undefined> {
  const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  await run(process.execPath, [join(home, 'cli.js'), 'install', '--no-shell', 'chromium']).catch(() => {})
  return installed()
}
