import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import type { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import { type Caller, createCallers } from '../access/index.ts'
import { createApp } from '../app.ts'
import { holdToKey, refuseOtherKey } from '../apps/index.ts'
import { addressOf, type Config, makeDataDir, readConfig, refuseReadOnly } from '../config.ts'
import { migrateDatabase, openDatabase } from '../database.ts'
import { type Demo, ensureDemo } from '../demo/index.ts'
import { type SharedClock, shareClock } from '../platform/database/skew.ts'
import { addressesOf, listenAt } from '../platform/http/listen.ts'
import { createLog, type Logger } from '../platform/log.ts'
import { createMailer } from '../platform/mail.ts'
import { realWorld, wantsJson } from './context.ts'
import { CommandError } from './report.ts'

/** What a start leaves behind is no measure of what requests will need: room for young objects grows with them, not now. */
const growBy = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

/** Of old objects V8 would let four times as much gather as are needed, before it looks. */
const keepTidy = () => setFlagsFromString('--heap-growing-percent=150')

/** Serves until it is told to stop. */
export async function serve(command: Command): Promise<void> {
  keepTidy()
  growBy(1)
  const config = readConfig(process.env)
  // Under /proc, for one, the first image would wait for it for ever.
  makeDataDir(config.dataDir)
  const log = createLog(config.logLevel, !config.production && process.stdout.isTTY)
  const { database, url: databaseUrl, close } = await openDatabase(config, 'server', line => log.info(line))
  try {
    refuseReadOnly(config.dataDir)
    await refuseOtherKey(database.everywhere, config.key.find)
    const { applied, isWalled } = await migrateDatabase(databaseUrl)
    if (applied.length > 0) log.info(`applied ${applied.length} migrations, now at ${applied.at(-1)?.name}`)
    if (!isWalled) log.warn(wallIsDown)
    const clock = await shareClock(database.everywhere, realWorld)
    if (Math.abs(clock.ahead()) > minute) log.warn(clockIsOff(clock.ahead()))
    const world = { ...realWorld, now: clock.now }
    const secretKey = config.key.make()
    await holdToKey(database.everywhere, world.now(), secretKey)
    const url = addressOf(config)
    const demo = config.demo
      ? await ensureDemo({
          db: database.everywhere,
          world,
          secretKey,
          dataDir: config.dataDir,
          url,
        })
      : undefined
    // Whatever can fail does so before anybody is served.
    const caller = demo && (await createCallers(database).find(demo.access_token))
    const assets = dirname(fileURLToPath(import.meta.url))
    const app = createApp({
      config: { ...config, secretKey },
      database,
      world,
      log,
      assets,
      url,
      send: createMailer(config.smtp, log),
      demo: demo && { owner: demo.owner.email, partner: demo.partner.email },
    })
    await listen(app, config)
    growBy(2)
    keepFollowing(app, clock)
    closeGracefully(app, close, log)
    if (wantsJson(command)) console.log(JSON.stringify({ url, pid: process.pid }))
    else if (config.production) log.info(`ready at ${url}`)
    else greet(url, demo, caller)
  } catch (error) {
    await close()
    throw error
  }
}

const wallIsDown =
  'stores are kept apart by the application alone: for row security, too, let an administrator of PostgreSQL run ' +
  '"create role bodega_store; grant bodega_store to" the role of DATABASE_URL, and start again'

const minute = 60_000

const clockIsOff = (skew: number): string =>
  `the clock of this machine is ${Math.round(Math.abs(skew) / minute)} min ${skew > 0 ? 'ahead of' : 'behind'} that of the ` +
  'database, by which this server goes: set right the one that is wrong'

/** While it serves. A database that is away is asked again the next time. */
function keepFollowing(app: FastifyInstance, { follow }: SharedClock): void {
  const timer = setInterval(() => follow().catch(() => {}), minute).unref()
  app.server.on('close', () => clearInterval(timer))
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await listenAt(app, await addressesOf(host), port)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new CommandError(`PORT ${port} is in use: stop what runs there, or set another PORT`)
    if (code === 'EACCES') throw new CommandError(`PORT ${port} may not be opened by this user: set another PORT`)
    throw new CommandError(`HOST ${host} cannot be listened on: ${message}`)
  }
}

/** Longer than any statement may take, so that what was begun is finished; orchestrators wait 30 s. */
const patience = 25_000

/** Requests in flight are finished, new ones are refused, then the database is let go. */
function closeGracefully(app: FastifyInstance, closeDatabase: () => Promise<void>, log: Logger): void {
  closeWithGrace({ delay: patience, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else log.info(`stopping on ${signal ?? 'request'}`)
    // Whoever dribbles a request without end is not waited for.
    setTimeout(() => app.server.closeAllConnections(), patience - 5000).unref()
    await app.close()
    await closeDatabase()
  })
}

const tryIt = (url: string, { access_token, store_id }: Demo): string[] => [
  '  Try it:',
  `  curl -H "Authentication: bearer ${access_token}" -H "User-Agent: Me (me@example.com)" ${url}/v1/${store_id}/locations`,
]

const tokenEnded = ({ store_id }: Demo): string[] => [
  '  The token of demo.json has ended: its app was installed anew, or uninstalled. To make another one:',
  `  npx bodega token create --store ${store_id} --scopes write_products,write_orders`,
]

function greet(url: string, demo: Demo | undefined, caller: Caller | undefined): void {
  const lines = ['', `  Bodega is ready at ${url}`, '', `  API docs   ${url}/docs`, `  OpenAPI    ${url}/openapi.json`]
  if (!demo) lines.push(`  Admin      ${url}/admin`, `  Partners   ${url}/partner`)
  if (demo) {
    lines.push(
      `  Admin      ${url}/admin (owner ${demo.owner.email}, password ${demo.owner.password})`,
      `  Partners   ${url}/partner (partner ${demo.partner.email}, password ${demo.partner.password})`,
      '',
      ...(caller ? tryIt(url, demo) : tokenEnded(demo)),
    )
  }
  console.log(`${lines.join('\n')}\n`)
}
