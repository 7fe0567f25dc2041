import { type Delivery, deliveryStatuses, type EventName, eventNames } from '@bodega/api'
import { Argument, type Command, Option } from 'commander'
import type { Db } from '../platform/database/database.ts'
import { findDelivery, idKindOf, listDeliveries, replayChosen, trigger } from '../webhooks/index.ts'
import { print, storeOf, wantsJson, withDatabase } from './context.ts'
import { addListen } from './listen.ts'
import { deliveryId, id, instant, isUlid, isUuid } from './parse.ts'
import { CommandError } from './report.ts'

export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('notifications: listen, try, look, send again')
  addListen(webhooks)
  addTrigger(webhooks)
  addReplay(webhooks)
  addDeliveries(webhooks)
  addDelivery(webhooks)
}

function addTrigger(webhooks: Command): void {
  webhooks
    .command('trigger')
    .description('make a test event, of which all webhooks are told that are registered for it')
    .requiredOption('--store <id>', 'the store in which it happens', id)
    .option('--id <id>', 'what it is about; otherwise the newest that the store has, or one made up')
    .addArgument(new Argument('<event>', 'e.g. order/created').choices(eventNames))
    .action((event: EventName, options: { store: number; id?: string }, command: Command) => {
      const about = options.id === undefined ? undefined : idFor(event, options.id)
      return withDatabase(async ({ db, world }) => {
        const store = await storeOf(db, options.store)
        const { notification, webhooks: count } = await db.tx(tx =>
          trigger(tx, world.now(), store.id, { event, id: about }),
        )
        print(command, { notification, webhooks: count })
      })
    })
}

/** An id of the kind that the event carries; another one no receiver would understand. */
function idFor(event: EventName, text: string): string | number {
  const kind = idKindOf(event)
  if (kind === 'number') return wholeId(event, text)
  const [isOne, what] = kind === 'ulid' ? [isUlid, 'a location, a ULID'] : [isUuid, 'a custom field, a UUID']
  if (!isOne(text)) throw new CommandError(`--id of ${event} must be the id of ${what}, not "${text}"`)
  return text
}

function wholeId(event: EventName, text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value))
    throw new CommandError(`--id of ${event} must be a positive whole number, not "${text}"`)
  return value
}

interface ReplayOptions {
  store: number
  delivery?: string
  failed?: true
  since?: Date
}

function addReplay(webhooks: Command): void {
  const one = new Option('--delivery <id>', 'this one').argParser(deliveryId).conflicts(['failed', 'since'])
  webhooks
    .command('replay')
    .description('send notifications again, with the same id and body')
    .requiredOption('--store <id>', 'the store that they are of', id)
    .addOption(one)
    .option('--failed', 'those that were given up')
    .option(
      '--since <time>',
      'those of events since this time; with --failed, of these the ones that were given up',
      instant,
    )
    .action(({ store: storeId, delivery, failed, since }: ReplayOptions, command: Command) => {
      if (!delivery && !failed && !since) throw new CommandError('say which: --failed, --delivery ID or --since TIME')
      return withDatabase(async ({ db }) => {
        const store = await storeOf(db, storeId)
        const chosen = delivery ? { delivery } : { isFailed: failed === true, since }
        const replayed = await db.tx(tx => replayChosen(tx, store.id, chosen))
        if (delivery && replayed === 0) throw await notReplayed(db, store.id, delivery)
        print(command, { replayed })
      })
    })
}

async function notReplayed(db: Db, store: number, delivery: string): Promise<CommandError> {
  const found = await findDelivery(db, store, delivery)
  return found
    ? new CommandError(`delivery ${delivery} cannot be sent again: its webhook ${found.webhook_id} was removed`)
    : noDelivery(delivery, store)
}

const noDelivery = (delivery: string, store: number) =>
  new CommandError(`there is no delivery ${delivery} in store ${store}`)

interface ListOptions {
  store: number
  webhook?: number
  status?: Delivery['status']
  page: number
}

function addDeliveries(webhooks: Command): void {
  const status = new Option('--status <status>', 'only these').choices(deliveryStatuses)
  webhooks
    .command('deliveries')
    .description('list the notifications of a store, the newest first')
    .requiredOption('--store <id>', 'the store that they are of', id)
    .option('--webhook <id>', 'of this webhook only', id)
    .addOption(status)
    .option('--page <n>', 'of 50 each', id, 1)
    .action(({ store: storeId, page, ...choice }: ListOptions, command: Command) =>
      withDatabase(async ({ db }) => {
        const store = await storeOf(db, storeId)
        const { items, total } = await listDeliveries(db, store.id, choice, { page, per_page: 50 })
        if (wantsJson(command)) print(command, { total, deliveries: items })
        else console.log([...items.map(lineOf), `${total} in all`].join('\n'))
      }),
    )
}

function lineOf({ id, event, status, webhook_id, attempts, created_at, next_attempt_at }: Delivery): string {
  const last = attempts.at(-1)
  const answer = last ? `, last ${last.status_code ?? last.error}` : ''
  const next = next_attempt_at ? `, next ${next_attempt_at}` : ''
  return `${id}  ${created_at}  ${status.padEnd(9)}  ${event}, webhook ${webhook_id}, attempts ${attempts.length}${answer}${next}`
}

function addDelivery(webhooks: Command): void {
  webhooks
    .command('delivery')
    .description('show a notification with every attempt to deliver it')
    .requiredOption('--store <id>', 'the store that it is of', id)
    .addArgument(new Argument('<delivery>', 'its id, as in the header webhook-id').argParser(deliveryId))
    .action((deliveryId: string, options: { store: number }, command: Command) =>
      withDatabase(async ({ db }) => {
        const store = await storeOf(db, options.store)
        const delivery = await findDelivery(db, store.id, deliveryId)
        if (!delivery) throw noDelivery(deliveryId, store.id)
        if (wantsJson(command)) print(command, delivery)
        else
          console.log(
            [lineOf(delivery), JSON.stringify(delivery.notification), ...delivery.attempts.map(tried)].join('\n'),
          )
      }),
    )
}

const tried = ({ at, status_code, error, duration_ms, response }: Delivery['attempts'][number]): string =>
  `${at}  ${status_code ?? error}, ${duration_ms} ms${response ? `, ${JSON.stringify(response)}` : ''}`
