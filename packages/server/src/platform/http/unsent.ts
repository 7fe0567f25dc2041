import type { FastifyInstance } from 'fastify'

/** In bytes. What is smaller the system takes at once, whether or not somebody reads it. */
const least = 16_384

/** In bytes, all together. */
const most = 256_000_000

/** An answer that is on its way. */
interface Unsent {
  /** Whose it is: a store's, a person's, or nobody's. */
  owner: number | string | undefined
  bytes: number
}

interface Ending extends Unsent {
  end(): void
}

/** Whoever has the most on the way, and of that the oldest. */
export function firstOfMost<U extends Unsent>(unsent: Iterable<U>): U | undefined {
  const sums = new Map<Unsent['owner'], { first: U; bytes: number }>()
  for (const one of unsent) {
    const sum = sums.get(one.owner)
    if (sum) sum.bytes += one.bytes
    else sums.set(one.owner, { first: one, bytes: one.bytes })
  }
  return [...sums.values()].reduce<{ first?: U; bytes: number }>((a, b) => (b.bytes > a.bytes ? b : a), { bytes: -1 })
    .first
}

const bytesOf = (payload: unknown): number =>
  typeof payload === 'string' ? Buffer.byteLength(payload) : Buffer.isBuffer(payload) ? payload.length : 0

/**
 * An answer is in memory until it was read, and nobody must read fast. Where all that are on the way are too large together,
 * whoever has most of them loses the oldest, with its connection: so who reads slowly is left alone while there is room, and
 * who does not read at all makes room for nobody but others of the same store.
 */
export function boundUnsent(app: FastifyInstance, largest = most): void {
  const unsent = new Set<Ending>()
  let total = 0
  app.addHook('onSend', ({ context, raw, log }, reply, payload, done) => {
    const bytes = bytesOf(payload)
    // Who left before it was made leaves nothing on the way, and nothing more is heard of it.
    if (bytes < least || reply.raw.destroyed) return done()
    const over = () => {
      if (unsent.delete(one)) total -= bytes
    }
    const end = () => {
      over()
      raw.socket.destroy()
    }
    const one = { owner: context?.store?.id ?? context?.actor, bytes, end }
    unsent.add(one)
    total += bytes
    // It has its connection from the beginning (`pipelining.ts`), so that it hears the end of that, too.
    reply.raw.once('close', over)
    while (total > largest) {
      const { owner, bytes, end } = firstOfMost(unsent) as Ending
      log.warn({ owner, bytes }, 'an answer was cut off to make room for others')
      end()
    }
    done()
  })
}
