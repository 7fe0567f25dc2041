/** An app in the admin, made with the public package `@tiendanube/nexo` as it is: contract, apps 8. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { listening } from './listening.ts'
import { personAt } from './people.ts'
import { stage } from './stage.ts'
import { inspected, look, type Visit } from './visit.ts'

const { server, demo, enter } = await stage()
const embedded = `/admin/${demo.store_id}/apps/${demo.app_id}`

const site = (answer: (request: IncomingMessage) => { type: string; body: string }): Promise<string> =>
  listening(
    createServer((request, response) => {
      const { type, body } = answer(request)
      response.setHeader('content-type', `${type}; charset=utf-8`)
      response.end(body)
    }),
  )

/** What the app's server does with the token: nothing of ours is used to read it. */
function claimsOf({ headers: { authorization = '' } }: IncomingMessage): object {
  const [head = '', claims = '', signature] = authorization.replace('Bearer ', '').split('.')
  const expected = createHmac('sha256', demo.client_secret).update(`${head}.${claims}`).digest('base64url')
  if (signature !== expected) return { error: 'the signature is wrong' }
  const text = (part: string) => Buffer.from(part, 'base64url').toString()
  return { ...JSON.parse(text(claims)), ...JSON.parse(text(head)) }
}

async function bundled(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('embedded-app.js', import.meta.url)), formats: ['es'], fileName: 'app' },
    },
  })
  const [first] = [made].flat()
  if (!first || !('output' in first)) throw new Error('the app was not built')
  return first.output[0].code
}

const script = await bundled()
/** The app with its own server, and a page of somebody else. */
const app = await site(request => {
  if (request.url === '/app.js') return { type: 'text/javascript', body: script }
  if (request.url === '/api/claims') return { type: 'application/json', body: JSON.stringify(claimsOf(request)) }
  if (request.url === '/silent') return { type: 'text/html', body: '<!doctype html><title>Silent</title>' }
  return {
    type: 'text/html',
    body: '<!doctype html><html lang="en"><title>App</title><div id="root"></div><script type="module" src="/app.js"></script>',
  }
})
const elsewhere = await site(() => ({
  type: 'text/html',
  body: `<!doctype html><title>Elsewhere</title><p></p><script>
    addEventListener('message', ({ data }) => { document.querySelector('p').textContent += JSON.stringify(data) })
    for (const type of ['app/connected', 'app/ready', 'app/auth/sessionToken', 'app/store/info'])
      parent.postMessage({ type }, '*')
  </script>`,
}))

/** An app whose pages come from its server one by one, and the paths that were asked for. */
const loads: string[] = []
const pages = await site(({ url = '' }) => {
  if (url !== '/favicon.ico') loads.push(url)
  return {
    type: 'text/html',
    body: `<!doctype html><title>Pages</title><h1>${url}</h1><a href="/products">Products</a><script>
      addEventListener('message', ({ data: { type, payload } }) => {
        if (type === 'app/navigate/sync' && payload.path !== location.pathname) location.assign(payload.path)
      })
      const say = (type, payload) => parent.postMessage({ type, payload }, '*')
      say('app/connected')
      say('app/ready')
      say('app/navigate/sync', { pathname: location.pathname })
    </script>`,
  }
})

async function showAt(app_url: string): Promise<void> {
  const partner = personAt(server.url)
  await partner.panel.sessions.signIn({ body: demo.partner })
  await partner.panel.partnerApps.update({ params: { app_id: demo.app_id }, body: { app_url } })
}

await showAt(`${app}/`)

let opened: Visit

async function owner(path = embedded, options?: BrowserContextOptions): Promise<{ page: Page; frame: FrameLocator }> {
  opened = await enter('owner', path, options, [app])
  const { page } = opened
  return { page, frame: page.frameLocator('iframe') }
}

const press = (frame: FrameLocator, name: string) => frame.getByRole('button', { name, exact: true }).click()

async function outcome(frame: FrameLocator, name: string): Promise<unknown> {
  await press(frame, name)
  await frame.locator('output', { hasText: /./ }).waitFor()
  return JSON.parse((await frame.locator('output').textContent()) ?? '')
}

test('an app shows the name of the store, and its server gets a session token that verifies', async () => {
  const { page, frame } = await owner()
  await frame.getByRole('heading', { name: 'Demo' }).waitFor()
  const store = JSON.parse((await frame.locator('#store').textContent()) ?? '')
  expect(store).toEqual({
    id: String(demo.store_id),
    name: expect.any(String),
    url: expect.stringMatching(/^http/),
    country: 'AR',
    language: 'en',
    currency: 'ARS',
    languages: expect.arrayContaining(['es']),
  })
  const claims = JSON.parse((await frame.locator('#claims').textContent()) ?? '')
  const now = Date.now() / 1000
  expect(claims).toMatchObject({
    alg: 'HS256',
    storeId: String(demo.store_id),
    userId: expect.stringMatching(/^\d+$/),
    aud: String(demo.app_id),
    iss: server.url,
  })
  expect(claims.exp - claims.iat).toBe(300)
  expect(Math.abs(claims.iat - now)).toBeLessThan(60)
  expect(await page.title()).toContain('Demo app')
  expect(opened.troubles).toEqual([])
})

test('several questions of one kind each get an answer of their own', async () => {
  const { frame } = await owner()
  await frame.getByRole('heading', { name: 'Demo' }).waitFor()
  const [tokens] = await Promise.all([
    outcome(frame, 'two tokens at once'),
    opened.page.waitForRequest(request => request.url().endsWith('/session-token')),
  ])
  expect(tokens).toEqual([String(demo.store_id), String(demo.store_id)])
})

test('an app learns who works with it and on what, copies, and has every feature', async () => {
  const { page, frame } = await owner()
  await frame.getByRole('heading', { name: 'Demo' }).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  expect(await outcome(frame, 'user')).toMatchObject({ id: expect.stringMatching(/^\d+$/), roles: ['owner'] })
  expect(await outcome(frame, 'mobile')).toBe(false)
  expect(await outcome(frame, 'copy')).toBe(true)
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('from the app')
  expect(await outcome(frame, 'feature')).toEqual({ isFeatureEnabled: true, unlimited: true, maxUse: 0 })
  expect(await outcome(frame, 'upsell')).toBe('went on')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await outcome(frame, 'mobile')).toBe(true)
  expect(opened.troubles).toEqual([])
})

describe('the way', () => {
  test('of the app is kept in the address, from where it is opened again and led', async () => {
    const { page, frame } = await owner()
    await frame.getByRole('heading', { name: 'Demo' }).waitFor()
    await press(frame, 'show products')
    await page.waitForURL(`**${embedded}#/products`)
    expect(await outcome(frame, 'path')).toBe('/products')
    await page.reload()
    await frame.locator('#path', { hasText: '/products' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/products')
    await page.evaluate("location.hash = '/by-hand'")
    await frame.locator('#path', { hasText: '/by-hand' }).waitFor()
    expect(opened.troubles).toEqual([])
  })

  test('of an app of many pages is its own: it is led once, to where a link led, and not back again', async () => {
    await showAt(`${pages}/start`)
    try {
      opened = await enter('owner', embedded, undefined, [pages])
      const { page } = opened
      const frame = page.frameLocator('iframe')
      await frame.getByRole('link', { name: 'Products' }).click()
      await page.waitForURL(`**${embedded}#/products`)
      await page.reload()
      await frame.getByRole('heading', { name: '/products' }).waitFor()
      // Whoever is led back goes on for ever, several times a second.
      await page.waitForTimeout(500)
      expect(loads).toEqual(['/start', '/products', '/start', '/products'])
      expect(opened.troubles).toEqual([])
    } finally {
      await showAt(`${app}/`)
    }
  })

  test('back stands in the header when the app asks for it', async () => {
    const { page, frame } = await owner(`${embedded}#/products`)
    await frame.locator('#path', { hasText: '/products' }).waitFor()
    await press(frame, 'header')
    await page.getByRole('button', { name: 'To the beginning' }).click()
    await page.waitForURL(`**${embedded}#/`)
    expect(await frame.locator('#path').textContent()).toBe('/')
    await press(frame, 'no header')
    await page.getByRole('main').getByRole('link', { name: 'Applications' }).waitFor()
    await press(frame, 'admin header')
    await page.getByRole('button', { name: 'To the products' }).click()
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    expect(opened.troubles).toEqual([])
  })

  test.each(['to orders', 'to old orders'])(
    '%s leads to a page of the admin, and back again to the app',
    async name => {
      const { page, frame } = await owner()
      await frame.getByRole('heading', { name: 'Demo' }).waitFor()
      await press(frame, name)
      await page.getByRole('heading', { name: 'Orders' }).waitFor()
      await page.goBack()
      await frame.getByRole('heading', { name: 'Demo' }).waitFor()
      expect(opened.troubles).toEqual([])
    },
  )

  test('back is the one of the browser', async () => {
    const { page, frame } = await owner(`/admin/${demo.store_id}/apps`)
    await page.getByRole('link', { name: 'Open: Demo app' }).click()
    await frame.getByRole('heading', { name: 'Demo' }).waitFor()
    await press(frame, 'back')
    await page.getByRole('heading', { name: 'Applications' }).waitFor()
    expect(opened.troubles).toEqual([])
  })

  test('out into a tab of its own is for addresses of the web', async () => {
    const { page, frame } = await owner()
    await frame.getByRole('heading', { name: 'Demo' }).waitFor()
    const before = page.context().pages()
    await press(frame, 'outside by script')
    const [tab] = await Promise.all([page.context().waitForEvent('page'), press(frame, 'outside')])
    await tab.waitForURL(`${app}/silent`)
    expect(page.context().pages()).toEqual([...before, tab])
    expect(opened.troubles).toEqual([])
  })

  test('out of the admin is not an app’s to choose; leaving is', async () => {
    const { page, frame } = await owner()
    await frame.getByRole('heading', { name: 'Demo' }).waitFor()
    await press(frame, 'to login')
    await press(frame, 'exit')
    await page.getByRole('heading', { name: 'Applications' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/admin/${demo.store_id}/apps`)
    expect(opened.troubles).toEqual([])
  })
})

test('an app takes the whole screen and gives it back, and dims what is around it', async () => {
  const { page, frame } = await owner()
  await frame.getByRole('heading', { name: 'Demo' }).waitFor()
  const width = async () => (await page.locator('iframe').boundingBox())?.width
  await press(frame, 'full')
  await expect.poll(width).toBe(1280)
  await press(frame, 'normal')
  await expect.poll(width).toBeLessThan(1280)
  await press(frame, 'full')
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect.poll(width).toBeLessThan(1280)
  const link = page.getByRole('complementary').getByRole('link', { name: 'Orders', exact: true })
  await press(frame, 'dim')
  await expect.poll(() => isCovered(page)).toBe(true)
  await press(frame, 'undim')
  await link.click()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  expect(opened.troubles).toEqual([])
})

/** Whether something lies over the menu at the side. */
const isCovered = (page: Page) => page.evaluate<boolean>("!document.elementFromPoint(60, 120).closest('aside')")

describe('an app that does not work', () => {
  test('says so itself, and is given up until somebody tries again', async () => {
    const { page, frame } = await owner()
    await frame.getByRole('heading', { name: 'Demo' }).waitFor()
    await press(frame, 'dim')
    await expect.poll(() => isCovered(page)).toBe(true)
    await press(frame, 'break')
    await page.getByRole('alert').getByText('The application does not work here').waitFor()
    expect(opened.troubles.join()).toContain(`App ${demo.app_id}: The app is broken`)
    expect(await isCovered(page)).toBe(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await frame.getByRole('heading', { name: 'Demo' }).waitFor()
  })

  test('or says nothing within half a minute', async () => {
    await showAt(`${app}/silent`)
    try {
      // Somebody else, whose clock is nobody else's.
      const { page } = await owner('about:blank', { locale: 'en-GB' })
      await page.clock.install()
      await page.goto(embedded)
      await page.locator('iframe').waitFor({ state: 'attached' })
      await page.clock.fastForward(20_000)
      expect(await page.getByRole('alert').count()).toBe(0)
      await page.clock.fastForward(11_000)
      await page.getByRole('alert').getByText('The application does not work here').waitFor()
      expect(opened.troubles).toEqual([])
    } finally {
      await showAt(`${app}/`)
    }
  })
})

describe('who else', () => {
  const tokens = (page: Page) => {
    const asked: string[] = []
    page.on('request', request => request.url().endsWith('/session-token') && asked.push(request.url()))
    return asked
  }

  test('a message from another origin is ignored, and nothing is answered there', async () => {
    // The policy would not let the frame go there at all: this is the wall behind it.
    const { page, frame } = await owner(embedded, inspected)
    await frame.getByRole('heading', { name: 'Demo' }).waitFor()
    const asked = tokens(page)
    await page.evaluate(`document.querySelector('iframe').src = ${JSON.stringify(elsewhere)}`)
    await frame.locator('p').waitFor({ state: 'attached' })
    // A round trip of messages that is answered comes after those that were not.
    await page.evaluate(
      "new Promise(done => { addEventListener('message', done, { once: true }); postMessage('', '*') })",
    )
    expect(await frame.locator('p').textContent()).toBe('')
    expect(asked).toEqual([])
  })

  test('a message from another window of the same browser is ignored', async () => {
    const { page, frame } = await owner()
    await frame.getByRole('heading', { name: 'Demo' }).waitFor()
    const asked = tokens(page)
    await page.evaluate(`new Promise(done => {
      addEventListener('message', done, { once: true })
      postMessage({ type: 'app/auth/sessionToken' }, '*')
    })`)
    expect(asked).toEqual([])
  })

  test('the policy lets this page frame the app and nothing else, and no other page frame anything', async () => {
    const someone = personAt(server.url)
    const policyOf = async (path: string) =>
      String((await someone.fetch(server.url + path)).headers.get('content-security-policy'))
    expect(await policyOf(embedded)).not.toContain('frame-src')
    await someone.panel.sessions.signIn({ body: demo.owner })
    expect(await policyOf(embedded)).toContain(`frame-src ${app}`)
    const partner = personAt(server.url)
    await partner.panel.sessions.signIn({ body: demo.partner })
    const { id: uninstalled } = await partner.panel.partnerApps.create({
      body: { name: 'Not installed here', distribution: 'app_store', app_url: `${app}/` },
    })
    for (const path of [
      `/admin/${demo.store_id}/apps`,
      `/admin/${demo.store_id}/apps/${uninstalled}`,
      `/admin/999/apps/${demo.app_id}`,
    ])
      expect(await policyOf(path)).not.toContain('frame-src')
    const stranger = { name: 'Stranger', email: 'stranger@test.example', password: 'correct horse battery' }
    await someone.panel.accounts.create({ body: stranger })
    expect(await policyOf(embedded)).not.toContain('frame-src')
  })

  test('the frame cannot leave for another origin', async () => {
    const { page, frame } = await owner()
    await frame.getByRole('heading', { name: 'Demo' }).waitFor()
    await page.evaluate(`document.querySelector('iframe').src = ${JSON.stringify(elsewhere)}`)
    await expect.poll(() => opened.troubles.join()).toContain('frame-src')
  })
})

test('the page around the app is accessible in every language, and fits a telephone', {
  timeout: 120_000,
}, async () => {
  const { page, frame } = await owner(embedded, inspected)
  await frame.getByRole('heading', { name: 'Demo' }).waitFor()
  expect(await look(page)).toEqual([])
  expect(opened.troubles).toEqual([])
})

test('the demo app shows what it was told, and stands in no other frame', async () => {
  await showAt(`${server.url}/demo/app`)
  const { frame } = await owner()
  await frame.locator('#store', { hasText: 'Bodega Demo' }).waitFor()
  await frame.locator('#user', { hasText: 'owner' }).waitFor()
  await frame.locator('#token', { hasText: `"aud": "${demo.app_id}"` }).waitFor()
  expect(opened.troubles).toEqual([])
  const { headers } = await fetch(`${server.url}/demo/app`)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
})
