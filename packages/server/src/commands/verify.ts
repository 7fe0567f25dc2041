import type { Command } from 'commander'
import { accessChecks } from '../access/index.ts'
import { accountChecks } from '../accounts/index.ts'
import { appChecks } from '../apps/index.ts'
import { categoryChecks } from '../categories/index.ts'
import { customFieldChecks } from '../custom-fields/index.ts'
import { customerChecks } from '../customers/index.ts'
import { draftOrderChecks } from '../draft-orders/index.ts'
import { eventChecks } from '../events/index.ts'
import { fulfillmentOrderChecks } from '../fulfillment-orders/index.ts'
import { inventoryChecks } from '../inventory/index.ts'
import { locationChecks } from '../locations/index.ts'
import { metafieldChecks } from '../metafields/index.ts'
import { orderChecks } from '../orders/index.ts'
import { type Broken, type Check, findBrokenAtOnce } from '../platform/database/check.ts'
import { idempotencyChecks } from '../platform/http/idempotency.ts'
import { productChecks } from '../products/index.ts'
import { shippingChecks } from '../shipping/index.ts'
import { storeChecks, storeExists } from '../stores/index.ts'
import { transactionChecks } from '../transactions/index.ts'
import { webhookChecks } from '../webhooks/index.ts'
import { print, wantsJson, withDatabase } from './context.ts'
import { id } from './parse.ts'
import { CommandError } from './report.ts'

/** The rules of every feature, each kept in the folder whose tables it is about. */
export const checks: readonly Check[] = [
  ...storeChecks,
  ...accountChecks,
  ...accessChecks,
  ...appChecks,
  ...locationChecks,
  ...categoryChecks,
  ...productChecks,
  ...inventoryChecks,
  ...customerChecks,
  ...orderChecks,
  ...draftOrderChecks,
  ...metafieldChecks,
  ...customFieldChecks,
  ...fulfillmentOrderChecks,
  ...transactionChecks,
  ...shippingChecks,
  ...eventChecks,
  ...webhookChecks,
  ...idempotencyChecks,
]

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('check that the data keeps its rules; exit code 1 and a list where it does not')
    .option('--store <id>', 'check one store only', id)
    .action(({ store }: { store?: number }, command: Command) =>
      withDatabase(async ({ db }) => {
        if (store !== undefined && !(await storeExists(db, store))) throw new CommandError(`there is no store ${store}`)
        const broken = await findBrokenAtOnce(db, checks, store)
        if (wantsJson(command)) print(command, { ok: broken.length === 0, checks: checks.length, broken })
        else console.log(textOf(broken))
        if (broken.length > 0) process.exitCode = 1
      }),
    )
}

function textOf(broken: readonly Broken[]): string {
  if (broken.length === 0) return `all ${checks.length} checks hold`
  const lines = broken.flatMap(({ name, sentence, count, examples }) => [
    `broken: ${name}, ${count} ${count === 1 ? 'row' : 'rows'}. ${sentence}.`,
    ...examples.map(example => `  ${JSON.stringify(example)}`),
    ...(count > examples.length ? [`  and ${count - examples.length} more`] : []),
  ])
  return [...lines, `${broken.length} of ${checks.length} checks broken`].join('\n')
}
