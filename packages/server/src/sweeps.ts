/** Every hour: what is old goes, and what a wrong clock put off comes back. */
import { sweepBuckets } from './access/index.ts'
import { sweepAccounts } from './accounts/index.ts'
import { forgetDepartures, sweepCodes } from './apps/index.ts'
import { sweepCalls } from './calls/index.ts'
import { forgetEntries } from './events/index.ts'
import { recallImages } from './images/index.ts'
import type { World } from './platform/clock.ts'
import type { Db } from './platform/database/database.ts'
import { skewOf } from './platform/database/skew.ts'
import { forgetKeys } from './platform/http/idempotency.ts'
import { forgetQuotes } from './shipping/index.ts'
import { forgetDeliveries, recallDeliveries } from './webhooks/index.ts'

type Sweep = (db: Db, now: Date, signal?: AbortSignal) => Promise<unknown>

const all: readonly Sweep[] = [
  forgetKeys,
  forgetQuotes,
  sweepBuckets,
  sweepAccounts,
  sweepCodes,
  sweepCalls,
  forgetDeliveries,
  forgetEntries,
  forgetDepartures,
  recallImages,
  recallDeliveries,
]

/** By the earlier of two clocks, ours and that of the database: what is removed because one of them is ahead does not come back. */
export const sweeps = all.map(sweep => async (db: Db, world: World, signal?: AbortSignal): Promise<void> => {
  const ahead = Math.max(0, await skewOf(db, world))
  await sweep(db, new Date(world.now().getTime() - ahead), signal)
})
