/** Signing in and agreeing to an app in a real browser, and what a page of elsewhere can do about it. */
import { createServer } from 'node:http'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { listening } from './listening.ts'
import { personAt } from './people.ts'
import { stage } from './stage.ts'
import { inspected, overflow, type Visit, violations } from './visit.ts'

const { server, demo, stranger } = await stage()

/** Another origin on the same site: cookies go there and come back, so nothing but our own checks stands in between. */
let content = ''
const other = createServer(({ url = '', headers: { host = '' } }, response) => {
  // Under its other name the same server is another origin.
  if (url.startsWith('/on?')) {
    const [, port] = host.split(':')
    return response.writeHead(302, { location: `http://localhost:${port}${url.replace('/on', '/arrived')}` }).end()
  }
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>Elsewhere</title>${content}`)
})
const elsewhere = {
  url: await listening(other),
  show: (page: string) => {
    content = page
  },
}

let current: Visit

async function open(path: string, options?: BrowserContextOptions): Promise<Page> {
  current = await stranger(path, options)
  return current.page
}

/** With an end of a line, of which browsers make two characters in a field of a form. */
const consent = () => `/apps/${demo.app_id}/authorize?state=from-the-app%0A`

/** Another store of the same owner, so that the page asks instead of going on; no screen of a telephone has its name in one line. */
async function withTwoStores(): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const entered = await fetch(`${server.url}/panel/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(demo.owner),
  })
  const session = (await entered.json()) as { csrf_token: string; stores: unknown[] }
  if (session.stores.length > 1) return
  await fetch(`${server.url}/panel/stores`, {
    method: 'POST',
    headers: {
      ...json,
      cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '',
      'x-csrf-token': session.csrf_token,
    },
    body: JSON.stringify({ name: `Segunda${'W'.repeat(90)}`, country: 'AR' }),
  })
}

const english = { locale: 'en-US' }

async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Owner of the demo store' }).click()
}

async function enterWith(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(demo.owner.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('without a script', { timeout: 60_000 }, () => {
  const plain = { ...english, javaScriptEnabled: false }

  test('one click signs in, one agrees, and the callback shows the code', async () => {
    await withTwoStores()
    const page = await open(consent(), plain)
    await enter(page)
    await page.getByRole('heading', { name: 'Install Demo app?' }).waitFor()
    expect(await page.getByRole('listitem').allTextContents()).toContain('View orders')
    await page.getByRole('radio', { name: 'Segunda' }).check()
    await page.getByRole('button', { name: 'Accept and install' }).click()
    await page.waitForURL(/\/demo\/callback\?code=bac_\w+&state=from-the-app%0A&iss=/)
    expect(await page.locator('pre').textContent()).toContain(`client_id=${demo.app_id}`)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await overflow(page)).toBe(0)
    expect(current.troubles).toEqual([])
  })

  test('the password signs in, a wrong one says so, and signing out comes back to the question', async () => {
    await withTwoStores()
    const page = await open(consent(), plain)
    await enterWith(page, 'wrong')
    await page.getByRole('alert').waitFor()
    await enterWith(page, demo.owner.password)
    await page.getByRole('button', { name: 'Not you? Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(page.url()).toContain(encodeURIComponent('/authorize?state=from-the-app'))
  })
})

test('who has no account makes one, and who forgot the password asks for another: both come back', async () => {
  const page = await open(consent(), english)
  await page.getByRole('link', { name: 'Forgot the password?' }).click()
  await page.getByRole('link', { name: 'Back to the sign-in' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('E-mail').fill('ada@test.example')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('heading', { name: 'Install Demo app?' }).waitFor()
  expect(page.url()).toContain('/authorize?state=from-the-app')
  expect(current.troubles).toEqual([])
})

test('the language that is chosen at the sign-in or at the sign-up is that of all that follows', async () => {
  const page = await open(consent(), english)
  await page.getByRole('link', { name: 'Português' }).click()
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click()
  await page.getByRole('heading', { name: 'Esqueceu a senha?' }).waitFor()
  await page.getByRole('link', { name: 'Voltar ao início da sessão' }).click()
  await page.getByRole('link', { name: 'Criar uma conta' }).click()
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('es')
  await page.getByLabel('Tu nombre').fill('Bia')
  await page.getByLabel('E-mail').fill('bia@test.example')
  await page.getByLabel('Contraseña').fill('correct horse battery')
  await page.getByRole('button', { name: 'Crear una cuenta' }).click()
  await page.getByRole('heading', { name: '¿Instalar Demo app?' }).waitFor()
  expect(new URL(page.url()).searchParams.get('state')).toBe('from-the-app\n')
  expect(current.troubles).toEqual([])
})

describe('an app at an address of its own', { timeout: 60_000 }, () => {
  /** For one store alone, which is not asked again once it has agreed. */
  async function installable(path: string): Promise<string> {
    const partner = personAt(server.url)
    await partner.panel.sessions.signIn({ body: demo.partner })
    const { id } = await partner.panel.partnerApps.create({
      body: {
        name: 'Afar',
        distribution: 'own_clients',
        redirect_url: elsewhere.url + path,
        store_ids: [demo.store_id],
      },
    })
    return `/apps/${id}/authorize?state=mine`
  }

  test.each([
    ['there', '/there', /127\.0\.0\.1:\d+\/there\?code=bac_\w+&state=mine/],
    ['where that leads on to another origin', '/on', /localhost:\d+\/arrived\?code=bac_\w+&state=mine/],
  ])('gets its code %s, from who agrees and from who agreed before and signs in anew', async (_, path, arrived) => {
    elsewhere.show('<p>Installed</p>')
    const authorize = await installable(path)
    const first = await open(authorize, english)
    await enter(first)
    await first.getByRole('button', { name: 'Accept and install' }).click()
    await first.waitForURL(arrived)
    for (const signIn of [enter, (page: Page) => enterWith(page, demo.owner.password)]) {
      const again = await open(authorize, english)
      await signIn(again)
      await again.waitForURL(arrived)
    }
  })
})

describe('a page of another origin', { timeout: 60_000 }, () => {
  async function signedIn(): Promise<Page> {
    await withTwoStores()
    const page = await open(consent(), english)
    await enter(page)
    await page.getByRole('heading', { name: 'Install Demo app?' }).waitFor()
    return page
  }

  /** What a frame of elsewhere shows of a page of ours. */
  async function framed(page: Page, path: string): Promise<string> {
    elsewhere.show(`<iframe src="${server.url}${path}"></iframe>`)
    await page.goto(elsewhere.url)
    await page.waitForLoadState('networkidle')
    const [, frame] = page.frames()
    // Of a page that the browser refuses to show there is nothing to read.
    return (await frame?.content().catch(() => '')) ?? ''
  }

  test('table 4.1, row 15: cannot put the consent or the sign-in into a frame', async () => {
    const stranger = await open('/sign-in', english)
    expect(await stranger.content()).toContain('Bodega')
    expect(await framed(stranger, '/sign-in')).not.toContain('Bodega')
    const page = await signedIn()
    for (const path of [consent(), '/demo/callback']) expect(await framed(page, path)).not.toContain('Bodega')
  })

  test('table 4.1, row 16: cannot agree in the name of whoever is signed in', async () => {
    const page = await signedIn()
    elsewhere.show(`
      <form method="post" action="${server.url}/apps/${demo.app_id}/authorize">
      <input name="store_id" value="${demo.store_id}"><input name="decision" value="accept">
      </form><script>document.forms[0].submit()</script>`)
    const [answer] = await Promise.all([
      page.waitForResponse(response => response.request().method() === 'POST'),
      page.goto(elsewhere.url).catch(() => {}),
    ])
    expect(answer.status()).toBe(403)
    expect(page.url()).not.toContain('code=')
  })

  test('table 4.1, row 16: cannot use the panel or the API with the cookie of whoever is signed in', async () => {
    const page = await signedIn()
    elsewhere.show('<p>A page that means harm</p>')
    await page.goto(elsewhere.url)
    const attempts = [
      ['GET', '/panel/session', undefined],
      ['POST', '/panel/stores', 'text/plain'],
      ['POST', '/panel/stores', 'application/json'],
      ['DELETE', '/panel/sessions', undefined],
      ['GET', `/v1/${demo.store_id}/orders`, undefined],
    ]
    const outcomes = await page.evaluate<
      string[]
    >(`Promise.all(${JSON.stringify(attempts)}.map(([method, path, type]) =>
      fetch(${JSON.stringify(server.url)} + path, {
        method, credentials: 'include',
        ...(type ? { headers: { 'content-type': type }, body: '{"name":"x","country":"AR"}' } : {}),
      }).then(answer => String(answer.status), error => 'blocked')))`)
    expect(new Set(outcomes)).toEqual(new Set(['blocked']))
    await page.goto(server.url + consent())
    await page.getByRole('heading', { name: 'Install Demo app?' }).waitFor()
  })
})

describe('for everybody', { timeout: 120_000 }, () => {
  const languages = { 'en-US': 'Install Demo app?', 'es-AR': '¿Instalar Demo app?', 'pt-BR': 'Instalar Demo app?' }

  test.each(Object.entries(languages))('%s, light and dark, on a telephone too', async (locale, heading) => {
    await withTwoStores()
    const page = await open('/sign-in', { ...inspected, locale, viewport: { width: 360, height: 740 } })
    const isFine = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page), colorScheme).toEqual([])
      }
      expect(await overflow(page)).toBe(0)
    }
    await isFine()
    await page.goto(consent())
    await page.locator('button[value=owner]').click()
    await page.getByRole('heading', { name: heading }).waitFor()
    await isFine()
    expect(current.troubles).toEqual([])
  })
})
