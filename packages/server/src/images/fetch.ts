import type { World } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Logger } from '../platform/log.ts'
import { createLoop } from '../platform/loop.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { fetchedFrom } from './address.ts'
import { type Claim, claimDue, giveBack, postpone, settle } from './claims.ts'
import { claimImages } from './owner.ts'
import { ImageError, maxBytes } from './picture.ts'
import type { ImageStore, SavedImage } from './store.ts'

export interface FetchedImage extends SavedImage {
  store_id: number
  product_id: number
  image_id: number
}

export interface FetcherOptions {
  db: Db
  world: World
  outbound: Outbound
  store: ImageStore
  /** Puts the file into the product, whose row is locked, in the transaction that takes the image off the list. */
  onFetched(tx: Tx, image: FetchedImage): Promise<void>
  log: Pick<Logger, 'info' | 'warn'>
}

export interface ImageFetcher {
  start(): void
  /** What is under way is given back. */
  stop(): Promise<void>
  /** New images were committed: no need to wait for the next look. */
  notify(): void
  /** One look, for tests: fetches what is due now and says how many that were. */
  tick(): Promise<number>
}

const atOnce = 6
const timeout = 20_000
/** Longer than a fetch can take, the wait for its turn to be read included. */
const lease = 60_000
/** Between the looks of a process that is not told. */
const interval = 1000
/** However many products are written, it is not looked more often. */
const apart = 20
/** Waits after the first and the second attempt; after the third it is given up, and `src` stays the given address. */
const waits = [30_000, 300_000]

/** Fetches images from the addresses that clients gave. Any number of processes share the work. */
export function createImageFetcher({ db, world, outbound, store, onFetched, log }: FetcherOptions): ImageFetcher {
  const running = new Set<Promise<void>>()
  let stopping = new AbortController()
  let lastStore = 0

  const later = (milliseconds: number) => new Date(world.now().getTime() + milliseconds)

  async function download({ store_id, src }: Claim): Promise<SavedImage> {
    const { status, body, truncated } = await outbound.request({
      url: fetchedFrom(src, outbound),
      headers: { accept: 'image/webp,image/png,image/jpeg,image/gif', 'user-agent': 'Bodega' },
      timeout,
      maxBytes,
      signal: stopping.signal,
    })
    if (status !== 200) throw new Error(`the answer was ${status}`)
    if (truncated) throw new ImageError('too_large', 'is larger than 10 MB')
    return store.save(store_id, body)
  }

  async function attempt(claim: Claim): Promise<void> {
    const { store_id, product_id, id: image_id, fetch_attempts } = claim
    try {
      // Its process died each time, perhaps of it.
      if (fetch_attempts > waits.length + 1) throw new Error('it was never finished')
      const saved = await download(claim)
      await db.tx(async tx => {
        if (await settle(tx, claim)) await onFetched(tx, { store_id, product_id, image_id, ...saved })
      })
    } catch (error) {
      if (stopping.signal.aborted) return void (await giveBack(db, claim, world.now()))
      const wait = waits[fetch_attempts - 1]
      const reason = error instanceof Error ? error.message : String(error)
      log.info({ store_id, product_id, image_id, attempt: fetch_attempts, reason }, 'image not fetched')
      await postpone(db, claim, wait === undefined ? null : later(wait))
    }
  }

  /** Begins as many as there is room for. */
  async function begin(): Promise<number> {
    const limit = atOnce - running.size
    if (limit <= 0) return 0
    const claims = await claimDue(db, { now: world.now(), until: later(lease), after: lastStore, limit })
    for (const claim of claims) {
      lastStore = claim.store_id
      const work = attempt(claim)
        // Nothing is lost: it comes due again.
        .catch(err => log.warn({ err }, 'image not recorded'))
        .finally(() => {
          running.delete(work)
          loop.notify()
        })
      running.add(work)
    }
    return claims.length
  }

  const round = async () => {
    try {
      return (await begin()) > 0 ? 0 : interval
    } catch (err) {
      log.warn({ err }, 'images cannot be looked for')
      return interval
    }
  }
  const loop = createLoop(round, () => apart)

  return {
    notify: loop.notify,
    start() {
      stopping = new AbortController()
      const claiming = claimImages(db, store, log).finally(() => running.delete(claiming))
      running.add(claiming)
      loop.start()
    },
    async stop() {
      stopping.abort(new Error('the server is stopping'))
      await loop.stop()
      await Promise.all(running)
    },
    async tick() {
      let begun = 0
      for (let n = await begin(); n > 0; n = await begin()) begun += n
      await Promise.all(running)
      return begun
    },
  }
}
