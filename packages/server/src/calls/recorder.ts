import { type Caller, markUsed, type Use } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import { newUlid } from '../platform/ids.ts'

/** A call that was answered. */
export interface Answered {
  caller: Caller
  method: string
  /** As the contract has it, `/products/:id`. */
  route: string
  /** As it was asked, without its query. */
  path: string
  status: number
  /** Of a refusal: what the caller got. */
  answer: string
  request_id: string
}

export interface Recorder {
  /** Remembers a call; it is written later. */
  note(call: Answered): void
  /** Writes what was remembered; after it, all that was noted before it can be read. */
  flush(): Promise<void>
}

interface Count {
  store_id: number
  app_id: number
  day: string
  endpoint: string
  calls: number
  errors: number
  last_at: Date
}

interface Refused extends Omit<Answered, 'caller' | 'route'> {
  id: string
  store_id: number
  app_id: number
  created_at: Date
}

interface Pending {
  counts: Map<string, Count>
  uses: Map<string, Use>
  refused: Refused[]
  /** There is enough of it: it is written before its time. */
  isEnough: boolean
}

const nothing = (): Pending => ({ counts: new Map(), uses: new Map(), refused: [], isEnough: false })

/** More refusals than these within a second are only counted. */
const mostRefused = 50
/** Callers and endpoints that are enough, so that memory and statement stay small. */
const enough = 1000
const longestAnswer = 500
/** Half of a letter, which is no text to PostgreSQL, does not stay. */
const cut = (text: string): string => text.slice(0, longestAnswer).toWellFormed()
/** So many of each app are kept. */
export const errorsKept = 100

/** Counts per process, so that a call costs a look into a map; what was not yet written is lost with the process. */
export function createRecorder(db: Db, world: World): Recorder {
  let pending = nothing()
  let written = Promise.resolve()

  async function write(): Promise<void> {
    if (pending.uses.size === 0) return
    const { counts, uses, refused } = pending
    pending = nothing()
    await db.tx(async tx => {
      await addCounts(tx, [...counts.values()])
      await markUsed(tx, [...uses.values()])
    })
    // For itself: what one app was answered costs no other its counts.
    if (refused.length > 0) await db.tx(tx => addErrors(tx, refused))
  }

  const flush = () => {
    // What another one is writing at this moment is waited for; its failure is told there.
    written = written.catch(() => {}).then(write)
    return written
  }

  return {
    flush,
    note(call) {
      const { store, app_id, actor } = call.caller
      const at = world.now()
      if (!pending.isEnough && pending.uses.size + pending.counts.size >= enough) {
        pending.isEnough = true
        // Whatever keeps it from being written keeps the next from it too, which tells.
        flush().catch(() => {})
      }
      pending.uses.set(`${store.id} ${actor}`, { store_id: store.id, actor, at })
      if (app_id === null) return
      const isError = call.status >= 400
      const endpoint = `${call.method} ${call.route}`
      const day = at.toISOString().slice(0, 10)
      const key = `${store.id} ${app_id} ${day} ${endpoint}`
      const { calls = 0, errors = 0 } = pending.counts.get(key) ?? {}
      pending.counts.set(key, {
        store_id: store.id,
        app_id,
        day,
        endpoint,
        calls: calls + 1,
        errors: errors + Number(isError),
        last_at: at,
      })
      if (!isError || pending.refused.length >= mostRefused) return
      const { method, path, status, answer, request_id } = call
      pending.refused.push({
        id: newUlid(world),
        store_id: store.id,
        app_id,
        created_at: at,
        method,
        path: cut(path),
        status,
        answer: cut(answer),
        request_id,
      })
    },
  }
}

/** In the order of the key, as every process does it. Who is gone meanwhile is left out. */
async function addCounts(tx: Tx, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return
  await tx.run(sql`
    insert into app_calls as c (store_id, app_id, day, endpoint, calls, errors, last_at)
    select n.store_id, n.app_id, n.day, n.endpoint, n.calls, n.errors, n.last_at
      from jsonb_to_recordset(${json(counts)})
             as n (store_id bigint, app_id bigint, day date, endpoint text, calls int, errors int, last_at timestamptz)
      join installations i on i.store_id = n.store_id and i.app_id = n.app_id
     order by n.store_id, n.app_id, n.day, n.endpoint
    on conflict (store_id, app_id, day, endpoint) do update
       set calls = c.calls + excluded.calls, errors = c.errors + excluded.errors,
           last_at = greatest(c.last_at, excluded.last_at)`)
}

async function addErrors(tx: Tx, refused: readonly Refused[]): Promise<void> {
  await tx.run(sql`
    insert into app_errors (store_id, id, app_id, method, path, status, answer, request_id, created_at)
    select n.store_id, n.id, n.app_id, n.method, n.path, n.status, n.answer, n.request_id, n.created_at
      from jsonb_to_recordset(${json(refused)})
             as n (store_id bigint, id text, app_id bigint, method text, path text, status int, answer text,
                   request_id text, created_at timestamptz)
      join installations i on i.store_id = n.store_id and i.app_id = n.app_id`)
  const apps = [...new Set(refused.map(({ app_id }) => app_id))]
  await tx.run(sql`
    delete from app_errors e
     using unnest(${apps}::bigint[]) as a (app_id),
           lateral (select id from app_errors where app_id = a.app_id order by id desc offset ${errorsKept} limit 1) old
     where e.app_id = a.app_id and e.id <= old.id`)
}
