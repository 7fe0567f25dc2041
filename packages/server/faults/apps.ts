/** The owner of the store, who installs and uninstalls apps, and looks whether their tokens do what they should. */
import { setTimeout as pause } from 'node:timers/promises'
import { personAt } from '../src/testing/people.ts'
import { clientOf } from '../src/testing/process.ts'
import type { Chance } from './chance.ts'
import type { AppRecord, Memory } from './memory.ts'
import type { Shop } from './shop.ts'

/** Decision 7: how long a process may believe in a token that has ended; and a little for the way. */
const trust = 400

interface TokenOptions {
  /** Of all servers: each of them may believe in a token for itself. */
  urls: readonly string[]
  reach: typeof fetch
  shop: Shop
  memory: Memory
}

interface InstallerOptions extends TokenOptions {
  /** Any of the servers. */
  url: string
  chance: Chance
}

export function createInstaller({ url, chance, ...options }: InstallerOptions): () => Promise<void> {
  const { reach, shop, memory } = options
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

  /** Whoever is told that the app is gone may rely on it at once; what a new token replaces is believed for a moment more. */
  async function change(app: Shop['apps'][number], record: AppRecord): Promise<void> {
    const before = record.token
    record.isKnown = false
    if (before && chance.percent(50)) {
      const gone = await memory.ask(() => owner.panel.storeApps.uninstall({ params: { store_id, app_id: app.app_id } }))
      if (gone.kind === 'unknown') return
      record.token = undefined
      // An attempt that was not answered did it, perhaps at this moment.
      if (gone.kind === 'refused') await pause(trust)
    } else {
      const installed = await memory.ask(() => install(app))
      if (installed.kind !== 'done') return
      record.token = installed.value
      await pause(trust)
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
    // So that at the moment at which it ends every server believes in it.
    if (record.token) await statusesOf(record.token, options)
    await change(app, record)
    await checkTokens(record, options)
  }
}

/** What each server says to a token. One that cannot tell now is not asked again. */
const statusesOf = (access_token: string, { urls, reach, shop }: TokenOptions): Promise<number[]> =>
  Promise.all(
    urls.map(url =>
      clientOf(url, { ...shop.demo, access_token }, reach)
        .stores.get()
        .then(
          () => 200,
          error => error.status ?? 599,
        ),
    ),
  )

/** A token that was given works everywhere, and one that was ended nowhere. */
export async function checkTokens({ token, ended, isKnown }: AppRecord, options: TokenOptions): Promise<void> {
  const { seen } = options.memory
  const last = ended.at(-1)
  if (last && (await statusesOf(last, options)).some(status => status < 300)) seen.wrong++
  if (isKnown && token && (await statusesOf(token, options)).includes(401)) seen.lost++
}
