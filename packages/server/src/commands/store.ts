import { type FulfillmentStrategy, fulfillmentStrategies } from '@bodega/api'
import { type Command, Option } from 'commander'
import { outlived } from '../access/index.ts'
import { addMember, ensureAccount, hashPassword, newPassword } from '../accounts/index.ts'
import { findApp, isInstalled } from '../apps/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { changeSettings, choosePlan, createStore, planOf, plans } from '../stores/index.ts'
import { hold, resume, suspend } from '../webhooks/index.ts'
import { print, storeOf, withDatabase, withNewDatabase } from './context.ts'
import { country, email, id, nameUpTo, password } from './parse.ts'
import { passwordOf } from './password.ts'
import { CommandError } from './report.ts'

interface SettingsOptions {
  store: number
  fulfillmentStrategy?: FulfillmentStrategy
  plan?: string
}

interface Options {
  name: string
  country: string
  ownerEmail: string
  ownerPassword?: string
}

export function addStore(program: Command): void {
  const store = program.command('store').description('stores')
  store
    .command('create')
    .description('make a store with its owner')
    .requiredOption('--name <name>', 'name of the store', nameUpTo(255))
    .requiredOption('--country <code>', 'country of the store, e.g. BR', country)
    .requiredOption('--owner-email <email>', 'who owns it; an existing account is kept', email)
    .option(
      '--owner-password <password>',
      'of a new owner, made where it is left out; of an existing one, the right one',
      password,
    )
    .action((options: Options, command: Command) =>
      withNewDatabase(async ({ db, world }) => {
        const secret = options.ownerPassword ?? newPassword(world)
        const password_hash = await hashPassword(secret)
        const result = await db.tx(async tx => {
          const now = world.now()
          const store_id = await createStore(tx, now, {
            name: options.name,
            country: options.country,
            email: options.ownerEmail,
          })
          const owner = await ensureAccount(tx, now, { email: options.ownerEmail, password_hash })
          await addMember(tx, now, store_id, owner.id, 'owner')
          const password = await passwordOf(owner, options.ownerEmail, secret, options.ownerPassword)
          return { store_id, owner: { email: options.ownerEmail, password } }
        })
        print(command, result)
      }),
    )
  addSettings(store)
  addTurn(
    store,
    'suspend',
    { turn: suspend, refuse: refuseAbsent },
    'close the API to a store, or to an app in it: 402 on every call, and nothing is sent',
  )
  addTurn(store, 'resume', { turn: resume, refuse: refuseUnknown }, 'open it again, and send what has waited')
}

async function refuseUnknown(tx: Tx, _store: number, app: number): Promise<void> {
  if (!(await findApp(tx, app))) throw new CommandError(`there is no app ${app}`)
}

async function refuseAbsent(tx: Tx, store: number, app: number): Promise<void> {
  await refuseUnknown(tx, store, app)
  if (!(await isInstalled(tx, store, app))) throw new CommandError(`app ${app} is not installed in store ${store}`)
}

/** One way of a suspension, and which app it is refused for. */
interface Turn {
  turn: typeof suspend
  refuse: typeof refuseAbsent
}

/** Both ways of a suspension: the apps concerned are told. One that has left meanwhile may be resumed. */
function addTurn(store: Command, name: string, { turn, refuse }: Turn, description: string): void {
  store
    .command(name)
    .description(description)
    .requiredOption('--store <id>', 'id of the store', id)
    .option('--app <id>', 'this app only', id)
    .action((options: { store: number; app?: number }, command: Command) =>
      withDatabase(async ({ db, world }) => {
        const { id: store_id } = await storeOf(db, options.store)
        const { app } = options
        const changed = await db.tx(async tx => {
          if (app !== undefined) await refuse(tx, store_id, app)
          return turn(tx, world.now(), store_id, app)
        })
        // When this is said, it is so on every process.
        await outlived()
        if (changed) await db.tx(tx => hold(tx, store_id))
        print(command, { store_id, ...(app === undefined ? {} : { app_id: app }), changed })
      }),
    )
}

function addSettings(store: Command): void {
  const strategy = new Option('--fulfillment-strategy <strategy>', 'how orders are split over locations')
  const plan = new Option('--plan <plan>', 'plan of the store: plus has ten times the rate limit')
  store
    .command('settings')
    .description('show the settings of a store, or change those that are given')
    .requiredOption('--store <id>', 'id of the store', id)
    .addOption(strategy.choices(fulfillmentStrategies))
    .addOption(plan.choices(Object.keys(plans)))
    .action((options: SettingsOptions, command: Command) =>
      withDatabase(async ({ db }) => {
        const { id: store_id } = await storeOf(db, options.store)
        const change = options.fulfillmentStrategy ? { fulfillment_strategy: options.fulfillmentStrategy } : {}
        const result = await db.tx(async tx => {
          if (options.plan) await choosePlan(tx, store_id, options.plan)
          const { plan_name } = await planOf(tx, store_id)
          return { store_id, ...(await changeSettings(tx, store_id, change)), plan_name }
        })
        print(command, result)
      }),
    )
}
