import type { Item, Wanted } from './dispatch.ts'

/** The deliveries of one webhook, as far as they are in memory. */
export interface Queue {
  known: number
  /** In the database there may be more that are due. */
  hasMore: boolean
  /** How many may be in memory, where there is place for all. */
  room: number
}

/** A store that this process has: what is in memory of its deliveries. */
export interface Desk {
  /** By id, the webhook of each delivery in memory. */
  known: Map<string, number>
  queues: Map<number, Queue>
  /** Nothing was loaded yet since it was taken. */
  isNew: boolean
  usedAt: number
}

/** What to load of a store: of some webhooks, or of all of them, without what is known. */
export interface Want {
  store: number
  known: string[]
  wanted: Wanted[] | 'all'
}

export const newDesk = (): Desk => ({ known: new Map(), queues: new Map(), isNew: false, usedAt: 0 })

export function queueOf(desk: Desk, webhook: number): Queue {
  const queue = desk.queues.get(webhook) ?? { known: 0, hasMore: false, room: 1 }
  desk.queues.set(webhook, queue)
  return queue
}

/** A delivery leaves the memory: it is done, or waits in the database. Says whether it was there. */
export function takeOut(desk: Desk, id: string, isDone: boolean): boolean {
  const webhook = desk.known.get(id)
  if (webhook === undefined) return false
  const queue = queueOf(desk, webhook)
  desk.known.delete(id)
  queue.known--
  if (!isDone) queue.hasMore = true
  if (queue.known === 0 && !queue.hasMore) desk.queues.delete(webhook)
  return true
}

/** Half of the room is free, so that loading is worth its while. */
export const wantedOf = (desk: Desk, roomOf: (queue: Queue) => number): Want['wanted'] =>
  desk.isNew
    ? 'all'
    : [...desk.queues]
        .filter(([, { hasMore }]) => hasMore)
        .map(([webhook, queue]) => ({ webhook, known: queue.known, room: roomOf(queue) }))
        .filter(({ known, room }) => room > 0 && known <= room / 2)
        .map(({ webhook, known, room }) => ({ webhook, room: room - known }))

/** What is found of these from now on is more. */
export function beginLoading(desk: Desk, wanted: Want['wanted']): void {
  desk.isNew = false
  const loaded = wanted === 'all' ? desk.queues : new Set(wanted.map(({ webhook }) => webhook))
  for (const [webhook, queue] of desk.queues) {
    if (loaded.has(webhook)) queue.hasMore = false
    if (queue.known === 0 && !queue.hasMore) desk.queues.delete(webhook)
  }
}

export const needsWork = ({ known, queues, isNew }: Desk): boolean => known.size > 0 || queues.size > 0 || isNew

/** The webhooks of which as many deliveries came as were asked for; of all of them that is `most` each. */
export function filled(items: readonly Pick<Item, 'webhook_id'>[], wanted: Want['wanted'], most: number): number[] {
  const counts = new Map<number, number>()
  for (const { webhook_id } of items) counts.set(webhook_id, (counts.get(webhook_id) ?? 0) + 1)
  const asked = wanted === 'all' ? undefined : new Map(wanted.map(({ webhook, room }) => [webhook, room]))
  return [...counts].filter(([webhook, count]) => count >= (asked?.get(webhook) ?? most)).map(([webhook]) => webhook)
}
