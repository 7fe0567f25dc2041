import {
  beginLoading,
  type Desk,
  needsWork,
  newDesk,
  type Queue,
  queueOf,
  takeOut,
  type Want,
  wantedOf,
} from './desk.ts'
import type { Item, Result } from './dispatch.ts'

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
    const desk = desks.get(store) ?? newDesk()
    desks.set(store, desk)
    desk.usedAt = clock()
    return desk
  }

  function forget(desk: Desk, id: string, isDone: boolean): void {
    desk.usedAt = clock()
    if (takeOut(desk, id, isDone)) total--
  }

  /** Those that have the least in any case are slow: they may be so many that half of all is left to the others. */
  const roomOf = ({ room }: Queue) => {
    if (room <= least && total >= most / 2) return 0
    return Math.min(room, Math.max(least, Math.floor((most - total) / 10)))
  }

  const storesOf = (isMeant: (desk: Desk) => boolean) =>
    [...desks].filter(([, desk]) => isMeant(desk)).map(([store]) => store)

  return {
    open(store, isLeft) {
      const desk = deskOf(store)
      desk.isNew ||= isLeft
    },
    admit<I extends Item>(store: number, items: readonly I[]) {
      const desk = deskOf(store)
      if (items.length > 0) usedAt = clock()
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
        const wanted = wantedOf(desk, roomOf)
        return wanted.length > 0 ? [{ store, known: [...desk.known.keys()], wanted }] : []
      })
    },
    wantsFor(stores) {
      if (total >= most) return false
      for (const store of new Set(stores)) {
        const desk = desks.get(store)
        if (desk && wantedOf(desk, roomOf).length > 0) return true
      }
      return false
    },
    loading: ({ store, wanted }) => beginLoading(deskOf(store), wanted),
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
