/** The whole app of docs/building-an-app.md, run as it stands there. */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agree, anApp, merchant } from './apps.ts'
import { atEnd } from './ending.ts'
import { follow, freePort, inCheckout, newFolder } from './process.ts'
import { app } from './store.ts'
import { until } from './waiting.ts'

const guide = readFileSync(inCheckout('docs/building-an-app.md'), 'utf8')
const [, example = ''] = /^A whole app.*?^```js\n(.*?)^```$/ms.exec(guide) ?? []
if (example === '') throw new Error('the guide shows no whole app any more')

/** The app at an address of its own, with its keys. */
async function begin(env: Record<string, string>) {
  const port = String(await freePort())
  const file = join(newFolder(), 'app.mjs')
  writeFileSync(file, example.replace('8000', port))
  const program = follow(spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
  atEnd(() => program.end())
  const url = `http://127.0.0.1:${port}`
  await until(() => fetch(url, { method: 'POST' }).then(Boolean, () => false), 10_000)
  return { ...program, url }
}

test('it is installed, hears what is signed, and outlives what strangers send', async () => {
  const server = await app()
  const AUTH_URL = await server.listen({ port: 0, host: '127.0.0.1' })
  const { owner, store } = await merchant(server)
  const made = await anApp()
  const { app_id, client_secret: CLIENT_SECRET } = made
  const { url, stdout } = await begin({ APP_ID: String(app_id), CLIENT_SECRET, AUTH_URL })

  const body = JSON.stringify({ store_id: store, event: 'order/created', id: 42 })
  const notify = async (signature: string) => {
    const headers = { 'x-linkedstore-hmac-sha256': signature }
    return (await fetch(`${url}/hooks`, { method: 'POST', headers, body })).status
  }
  for (const wrong of ['', 'x', '0'.repeat(64), 'é'.repeat(64)]) expect(await notify(wrong)).toBe(401)
  expect((await fetch(`${url}//`)).status).toBe(500)

  const { search } = await agree(owner, made)
  const installed = async () => (await fetch(`${url}/auth/install${search}`)).text()
  expect(await installed()).toMatch(`Installed in store ${store}, `)
  expect(await installed()).toMatch('was used before')
  expect(await notify(createHmac('sha256', CLIENT_SECRET).update(body).digest('hex'))).toBe(200)
  expect(stdout()).toContain("event: 'order/created'")
})
