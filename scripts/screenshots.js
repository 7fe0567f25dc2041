/** `npm run screenshots`: opens the demo store in a browser and writes the pictures of the README to docs/images. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from './build.js'
import { bundleProgram } from './program.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const images = join(root, 'docs', 'images')
const { PORT = '3000', PATH = '' } = process.env
const url = `http://127.0.0.1:${PORT}`

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 780 }

/** `{order}` is one that was split over locations. */
const pictures = [
  { name: 'home', path: '/admin/1' },
  { name: 'orders', path: '/admin/1/orders' },
  { name: 'order', path: '/admin/1/orders/{order}', size: { width: 1280, height: 1040 } },
  { name: 'products', path: '/admin/1/products' },
  { name: 'locations', path: '/admin/1/locations', colorScheme: 'dark' },
  { name: 'partner', path: '/partner/apps/1', as: 'partner', size: { width: 1280, height: 860 } },
  { name: 'phone', path: '/admin/1', size: phone },
]

/** The finder of the tests is written in TypeScript, which Node.js 20 does not read. */
async function launchBrowser() {
  await bundleProgram('src/testing/browser.ts')
  const { launch } = await import('../dist/browser.js')
  return launch()
}

/** A server with a demo store of its own, which ends with the work. */
async function withServer(work) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'bodega-screenshots-'))
  const env = { PATH, PORT, DATA_DIR, RATE_LIMIT_BURST: '0', LOG_LEVEL: 'warn' }
  const server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'start'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    while ((await fetch(`${url}/health/ready`).catch(() => undefined))?.status !== 200) {
      if (server.exitCode !== null) throw new Error('the server did not start')
      await pause(100)
    }
    await work(JSON.parse(await readFile(join(DATA_DIR, 'demo.json'), 'utf8')))
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

const apiOf =
  ({ store_id, access_token }) =>
  async (method, path, body) => {
    const answer = await fetch(`${url}/v1/${store_id}${path}`, {
      method,
      headers: {
        authentication: `bearer ${access_token}`,
        'user-agent': 'Demo app (demo@example.com)',
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answer.json()
  }

/** What an app does with the order of the demo that no location could ship alone: it tells a tracking code, and makes mistakes. */
async function useApp(api) {
  for (const path of ['/products', '/products', '/orders', '/locations', '/products/999999']) await api('GET', path)
  const [order] = (await api('GET', '/orders?aggregates=fulfillment_orders')).filter(
    ({ fulfillment_orders }) => fulfillment_orders.length > 1,
  )
  const [shipment] = order.fulfillment_orders
  await api('POST', `/orders/${order.id}/fulfillment-orders/${shipment.id}/fulfill`, {
    shipping_tracking_number: 'AR000004185',
  })
  return order.id
}

async function shoot(browser, { name, path, as = 'owner', size = desk, colorScheme = 'light' }) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    colorScheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(`/login?next=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: as === 'owner' ? 'As store owner' : 'As partner' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForURL(`**${path}`)
  await page.waitForLoadState('networkidle')
  const session = await context.newCDPSession(page)
  // So that no row looks as if somebody pointed at it.
  await page.mouse.move(0, 0)
  const clip = { x: 0, y: 0, ...size, scale: 2 }
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip })
  const file = join(images, `${name}.webp`)
  await writeFile(file, Buffer.from(data, 'base64'))
  await context.close()
  return (await stat(file)).size
}

await build()
await mkdir(images, { recursive: true })
const browser = await launchBrowser()
try {
  await withServer(async demo => {
    const order = await useApp(apiOf(demo))
    let total = 0
    for (const picture of pictures) {
      const path = picture.path.replace('{order}', order)
      total += await shoot(browser, { ...picture, path })
    }
    console.log(`${pictures.length} pictures, ${Math.round(total / 1024)} KB`)
  })
} finally {
  await browser.close()
}
