import type { Item, Result, Wanted } from './dispatch.ts'

/** The deliveries of one webhook, as far as they are in memory. */
interface Queue {
  known: number
  /** In the database there may be more that are due. */
  hasMore: boolean
  /** How many may be in memory, where there is place for all. */
  room: number
}

/** A store that this process has. */
interface Desk {
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

export interface Desks {
  /** A store was taken; with `isLeft`, what its last owner left is not known yet. */
  open(store: number, isLeft: boolean): void
  /** Of deliveries that were found, those that are new here and for which there is room. */
  admit<I extends Item>(store: number, items: readonly I[]): I[]
  /** They are written down as done. */
  forget(items: readonly Pick<Result, 'store_id' | 'id'>[]): void
  /** It is not done, and no longer in memory. */
  giveUp(item: Pick<Item, 'store_id' | 'webhook_id' | 'id'> & Partial<Pick<Item, 'url'>>): void
  wants(): Want[]
  /** Whether one of these stores wants something. There may be a hundred thousand others. */
  wantsFor(stores: Iterable<number>): boolean
  /** Loading begins: what is found from now on is more. */
  loading(want: Want): void
  /** It failed. */
  unloaded(want: Want): void
  /** The webhooks of a store that have deliveries in memory. */
  webhooksOf(store: number): number[]
  /** There may be more of these webhooks. */
  expectMore(store: number, webhooks: Iterable<number>): void
  /** Stores that have needed nothing for a while. */
  idle(): number[]
  close(store: number): void
  has(store: number): boolean
  stores(): number[]
  /** Those with deliveries that are not done. */
  unfinished(): number[]
  /** Whether no more deliveries are to be brought here. */
  isFull(): boolean
  /** Whether deliveries came in a moment ago, so that more may follow. */
  isBusy(): boolean
}

export interface DeskOptions {
  /** Deliveries in memory, in all. */
  most: number
  /** Of one webhook, when little is left of that: so a few that wait for long cannot take the places of all others. */
  least: number
  /** Of one webhook. */
  roomFor(url: string | null): number
  /** A desk without work is kept for so many milliseconds, because more may come. */
  keptFor: number
  clock?(): number
}

/** What this process knows of the stores that it has. All of it can be lost: it is in the database too. */
export function createDesks({ most, least, roomFor, keptFor, clock = () => performance.now() }: DeskOptions): Desks {
  const desks = new Map<number, Desk>()
  let total = 0
  let usedAt = Number.NEGATIVE_INFINITY

  function deskOf(store: number): Desk {
    const desk: Desk = desks.get(store) ?? { known: new Map(), queues: new Map(), isNew: false, usedAt: 0 }
    desks.set(store, desk)
    desk.usedAt = clock()
    return desk
  }

  function queueOf(desk: Desk, webhook: number): Queue {
    const queue = desk.queues.get(webhook) ?? { known: 0, hasMore: false, room: 1 }
    desk.queues.set(webhook, queue)
    return queue
  }

  function forget(desk: Desk, id: string, isDone: boolean): void {
    desk.usedAt = clock()
    const webhook = desk.known.get(id)
    if (webhook === undefined) return
    const queue = queueOf(desk, webhook)
    desk.known.delete(id)
    queue.known--
    total--
    if (!isDone) queue.hasMore = true
    if (queue.known === 0 && !queue.hasMore) desk.queues.delete(webhook)
  }

  /** Those that have the least in any case are slow: they may be so many that half of all is left to the others. */
  const roomOf = ({ room }: Queue) => {
    if (room <= least && total >= most / 2) return 0
    return Math.min(room, Math.max(least, Math.floor((most - total) / 10)))
  }

  /** Half of the room is free, so that loading is worth its while. */
  const wantedOf = (desk: Desk): Wanted[] =>
    [...desk.queues]
      .filter(([, { hasMore }]) => hasMore)
      .map(([webhook, queue]) => ({ webhook, known: queue.known, room: roomOf(queue) }))
      .filter(({ known, room }) => room > 0 && known <= room / 2)
      .map(({ webhook, known, room }) => ({ webhook, room: room - known }))

  const wantOf = (desk: Desk): Want['wanted'] => (desk.isNew ? 'all' : wantedOf(desk))

  const needsWork = ({ known, queues, isNew }: Desk) => known.size > 0 || queues.size > 0 || isNew
  const storesOf = (isMeant: (desk: Desk) => boolean) =>
    [...desks].filter(([, desk]) => isMeant(desk)).map(([store]) => store)

  return {
    open(store, isLeft) {
      const desk = deskOf(store)
      desk.isNew ||= isLeft
    },
    admit<I extends Item>(store: number, items: readonly I[]) {
      const desk = deskOf(store)
      usedAt = clock()
      return items.filter(({ id, webhook_id, url }) => {
        if (desk.known.has(id)) return false
        const queue = queueOf(desk, webhook_id)
        queue.room = roomFor(url)
        if (total >= most || queue.known >= roomOf(queue)) {
          queue.hasMore = true
          return false
        }
        desk.known.set(id, webhook_id)
        queue.known++
        total++
        return true
      })
    },
    forget: items => {
      for (const { store_id, id } of items) {
        const desk = desks.get(store_id)
        if (desk) forget(desk, id, true)
      }
    },
    giveUp({ store_id, webhook_id, id, url }) {
      const desk = desks.get(store_id)
      if (!desk) return
      if (url !== undefined) queueOf(desk, webhook_id).room = roomFor(url)
      forget(desk, id, false)
    },
    wants() {
      if (total >= most) return []
      return [...desks].flatMap(([store, desk]) => {
        const wanted = wantOf(desk)
        return wanted.length > 0 ? [{ store, known: [...desk.known.keys()], wanted }] : []
      })
    },
    wantsFor(stores) {
      if (total >= most) return false
      for (const store of new Set(stores)) {
        const desk = desks.get(store)
        if (desk && wantOf(desk).length > 0) return true
      }
      return false
    },
    loading({ store, wanted }) {
      const desk = deskOf(store)
      desk.isNew = false
      const loaded = wanted === 'all' ? desk.queues : new Set(wanted.map(({ webhook }) => webhook))
      for (const [webhook, queue] of desk.queues) {
        if (loaded.has(webhook)) queue.hasMore = false
        if (queue.known === 0 && !queue.hasMore) desk.queues.delete(webhook)
      }
    },
    unloaded({ store }) {
      deskOf(store).isNew = true
    },
    webhooksOf: store => [...new Set(desks.get(store)?.known.values())],
    expectMore(store, webhooks) {
      for (const webhook of webhooks) queueOf(deskOf(store), webhook).hasMore = true
    },
    idle: () => storesOf(desk => !needsWork(desk) && clock() - desk.usedAt > keptFor),
    close(store) {
      total -= desks.get(store)?.known.size ?? 0
      desks.delete(store)
    },
    has: store => desks.has(store),
    stores: () => [...desks.keys()],
    unfinished: () => storesOf(needsWork),
    isFull: () => total >= most,
    isBusy: () => clock() - usedAt < keptFor,
  }
}
