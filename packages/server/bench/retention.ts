/** What is older than 30 days goes while the rest is delivered, which must be as fast as without it. */
import { oldDeliveries } from '../src/testing/old-deliveries.ts'
import { limits } from '../src/webhooks/courier.ts'
import { forgetDeliveries } from '../src/webhooks/index.ts'
import { smallest } from './catalogue.ts'
import { note, say } from './progress.ts'
import type { Scenario, Sides } from './sides.ts'
import { delivering, listeningIn } from './webhooks.ts'
import { type Bench, tidy } from './world.ts'

/** More than go while all rounds last: a thousand at a time, and never without a pause. */
const many = 1_000_000
/** Of a webhook that was deleted since. */
const webhook = 0

async function forgetting(bench: Bench): Promise<Sides> {
  const { db } = bench
  const { store } = await listeningIn(bench, smallest)
  const { own: alone } = await delivering(bench, smallest)
  say(`loading ${many} old deliveries`)
  await oldDeliveries(db, store, webhook, many)
  await tidy(bench)
  return {
    async own(circumstances) {
      const closing = new AbortController()
      const forgotten = forgetDeliveries(db, new Date(), closing.signal)
      const figures = await alone(circumstances)
      closing.abort()
      note(`${await forgotten} old deliveries went while ${Math.round(figures.rate)} a second were sent`)
      return figures
    },
    raw: alone,
  }
}

export const retentionScenarios: Scenario[] = [
  {
    name: 'webhook deliveries while old ones go',
    limit: 'the same while nothing goes',
    connections: [limits.each],
    isDetail: true,
    prepare: forgetting,
  },
]
