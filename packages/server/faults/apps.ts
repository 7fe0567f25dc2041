/** The owner of the store, who installs and uninstalls apps, and looks whether their tokens do what they should. */
import { setTimeout as pause } from 'node:timers/promises'
import { personAt } from '../src/testing/people.ts'
import { clientOf } from '../src/testing/process.ts'
import type { Chance } from './chance.ts'
import type { AppRecord, Memory } from './memory.ts'
import type { Shop } from './shop.ts'

/** Decision 7: how long a process may believe in a token that has ended; and a little for the way. */
const trust = 400

interface InstallerOptions {
  url: string
  reach: typeof fetch
  shop: Shop
  memory: Memory
  chance: Chance
}

export function createInstaller({ url, reach, shop, memory, chance }: InstallerOptions): () => Promise<void> {
  const owner = personAt(url, reach)
  const store_id = shop.demo.store_id
  let isSignedIn = false

  async function install(app: Shop['apps'][number]): Promise<string> {
    const params = { app_id: app.app_id }
    const { scopes } = await owner.panel.authorizations.get({ params })
    const consent = await owner.panel.authorizations.decide({
      params,
      body: { store_id, scopes, decision: 'accept' },
    })
    const code = new URL(consent.redirect_url).searchParams.get('code') ?? ''
    const body = new URLSearchParams({ client_id: String(app.app_id), client_secret: app.client_secret, code })
    const answer = await reach(`${url}/apps/authorize/token`, { method: 'POST', body })
    const { access_token } = (await answer.json()) as { access_token?: string }
    // A code that was used and not answered is used up: the next attempt begins with the consent.
    if (!access_token) throw new Error(`no token: ${answer.status}`)
    return access_token
  }

  async function change(app: Shop['apps'][number], record: AppRecord): Promise<void> {
    const before = record.token
    record.isKnown = false
    if (before && chance.percent(50)) {
      const gone = await memory.ask(() => owner.panel.storeApps.uninstall({ params: { store_id, app_id: app.app_id } }))
      if (gone.kind === 'unknown') return
      record.token = undefined
    } else {
      const installed = await memory.ask(() => install(app))
      if (installed.kind !== 'done') return
      record.token = installed.value
    }
    if (before) record.ended.push(before)
    record.isKnown = true
  }

  return async () => {
    isSignedIn ||= await owner.panel.sessions.signIn({ body: shop.demo.owner }).then(
      () => true,
      () => false,
    )
    if (!isSignedIn) return
    const app = chance.choose(shop.apps)
    const record = memory.apps.get(app.app_id)
    if (!record) return
    await change(app, record)
    await pause(trust)
    await checkTokens(url, reach, shop, record, memory)
  }
}

/** A token that was given works, and one that was ended does not. A server that cannot tell now is not asked again. */
export async function checkTokens(
  url: string,
  reach: typeof fetch,
  shop: Shop,
  { token, ended, isKnown }: AppRecord,
  memory: Memory,
): Promise<void> {
  const statusOf = (access_token: string) =>
    clientOf(url, { ...shop.demo, access_token }, reach)
      .stores.get()
      .then(
        () => 200,
        error => error.status ?? 599,
      )
  const last = ended.at(-1)
  if (isKnown && token && (await statusOf(token)) === 401) memory.seen.lost++
  if (last && (await statusOf(last)) < 300) memory.seen.wrong++
}
