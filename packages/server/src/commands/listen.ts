import { allScopes, type EventName, eventNames } from '@bodega/api'
import { type Command, Option } from 'commander'
import {
  adminTokens,
  appActor,
  appsWithToken,
  issueAdminToken,
  operatorCall,
  revokeAdminToken,
  tokenActor,
} from '../access/index.ts'
import { clientSecretOf, isInstalled } from '../apps/index.ts'
import { readConfig } from '../config.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import {
  addListener,
  type Listener,
  listenerPath,
  listeners,
  removeListener,
  secretOfToken,
} from '../webhooks/index.ts'
import { type CommandContext, print, storeOf, wantsJson, withDatabase, withSecrets } from './context.ts'
import { eventList, id, url } from './parse.ts'
import { type Arrival, createReceiver } from './receiver.ts'
import { CommandError } from './report.ts'

interface Options {
  store: number
  forwardTo?: string
  app?: number
  events: readonly EventName[]
}

export function addListen(webhooks: Command): void {
  webhooks
    .command('listen')
    .description('receive the notifications of a store on this machine: print them, and pass them on')
    .requiredOption('--store <id>', 'the store to listen to', id)
    .option('--forward-to <url>', 'pass them on to this address, whose answer is then the answer', url)
    .option('--app <id>', 'as this app, with its scopes and signed with its client secret', id)
    .addOption(
      new Option('--events <list>', 'comma list of events').argParser(eventList).default(eventNames, 'all of them'),
    )
    .addHelpText(
      'after',
      `
The server sends to this program as to any receiver, so it must run, and may call this machine
(ALLOW_PRIVATE_ADDRESSES). Without --app, notifications are signed with a secret that is shown at the start.
With --json each notification is one line. Ctrl-C ends it and leaves nothing behind.`,
    )
    .action((options: Options, command: Command) => listen(options, command))
}

async function listen(options: Options, command: Command): Promise<void> {
  const { allowPrivateAddresses, webhookTimeout } = readConfig(process.env)
  if (!allowPrivateAddresses)
    throw new CommandError('ALLOW_PRIVATE_ADDRESSES is off: the server does not call this machine')
  const ending = interrupted()
  let tellSecret = (_secret: string) => {}
  const toldSecret = new Promise<string>(resolve => {
    tellSecret = resolve
  })
  const receiver = await createReceiver({
    path: listenerPath,
    secret: () => toldSecret,
    forwardTo: options.forwardTo,
    timeout: webhookTimeout,
    onArrival: arrival => console.log(wantsJson(command) ? JSON.stringify(arrival) : lineOf(arrival)),
  })
  try {
    // The database is let go meanwhile: a server that is started again needs the embedded one for itself.
    const registered = await withSecrets(context => register(context, receiver.url, options))
    tellSecret(registered.secret)
    const own = options.app === undefined ? { secret: registered.secret } : {}
    print(command, { store_id: options.store, url: receiver.url, events: options.events.length, ...own })
    await ending
    await withDatabase(({ db }) => db.tx(tx => leave(tx, options.store, { ...registered, url: receiver.url })))
  } finally {
    await receiver.close()
  }
}

const interrupted = () =>
  new Promise<unknown>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve)
    // Nobody reads any more.
    process.stdout.once('error', resolve)
  })

/** The token that a listener has where it is not an app. */
const tokenName = 'bodega webhooks listen'

/** Who listens, and what signs for them. */
interface Registered {
  actor: string
  secret: string
}

/** Of a command that may read secrets. */
type Context = CommandContext & { secretKey: Buffer }

async function register(context: Context, address: string, options: Options): Promise<Registered> {
  const { db, world } = context
  const { app, events } = options
  if (context.isAlone) throw new CommandError('no server runs on this data, so nothing would be sent: start it first')
  const store = await storeOf(db, options.store)
  await sweep(db, store.id)
  return db.tx(async tx => {
    const as = app === undefined ? await asToken(tx, context, store.id) : await asApp(tx, context, store.id, app)
    await addListener({ ...operatorCall(world, store), tx, actor: as.actor }, address, events)
    return as
  })
}

async function asApp(tx: Tx, { secretKey }: Context, store: number, app: number): Promise<Registered> {
  const secret = (await isInstalled(tx, store, app)) ? await clientSecretOf(tx, secretKey, app) : undefined
  if (secret === undefined) throw new CommandError(`app ${app} is not installed in store ${store}`)
  if (!(await appsWithToken(tx, store)).includes(app))
    throw new CommandError(`app ${app} has no token in store ${store} yet, and hears of nothing without one`)
  return { actor: appActor(app), secret }
}

async function asToken(tx: Tx, { secretKey, world }: Context, store: number): Promise<Registered> {
  const { id } = await issueAdminToken(tx, world, store, { name: tokenName, scopes: allScopes })
  return { actor: tokenActor(id), secret: secretOfToken(secretKey, store, id) }
}

/** A listener answers at once, in milliseconds; what has its port by now may take a connection and say nothing. */
const patience = 2000

/** A listener that was killed said no farewell: where nobody answers any more, what it had goes. */
async function sweep(db: Db, store: number): Promise<void> {
  for (const listener of await listeners(db, store)) {
    const isThere = await fetch(listener.url, { signal: AbortSignal.timeout(patience) }).then(
      () => true,
      () => false,
    )
    if (!isThere) await db.tx(tx => leave(tx, store, listener))
  }
}

/** Its webhooks go, and its token where it had one of its own. */
async function leave(tx: Tx, store: number, listener: Listener): Promise<void> {
  await removeListener(tx, store, listener)
  const own = (await adminTokens(tx, store)).find(token => tokenActor(token.id) === listener.actor)
  if (own?.name === tokenName) await revokeAdminToken(tx, store, own.id)
}

function lineOf({ notification, problem, forwarded }: Arrival): string {
  const time = new Date().toISOString().slice(11, 19)
  if (!notification) return `${time}  refused: ${problem}`
  const answer = forwarded ? `  → ${forwarded.status_code ?? forwarded.error} in ${forwarded.duration_ms} ms` : ''
  return `${time}  ${JSON.stringify(notification)}  signature ok${answer}`
}
