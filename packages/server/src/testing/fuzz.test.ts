/**
 * Attacks generated from the contract, over real connections: no fault of ours, no answer outside its schema, no growth
 * of memory, and never a row of another store, neither read nor changed. `npm run fuzz` sends as many as it is told.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { randomOf } from '../seeding/index.ts'
import { shapeOf } from './answers.ts'
import { type Aim, type Attack, attackOf } from './attacks.ts'
import { database } from './database.ts'
import { listening } from './listening.ts'
import { app } from './store.ts'
import { nothing, type Tally, waveSize } from './tally.ts'
import { attacker, rowsOf, type Target, victim } from './target.ts'
import { takeWallDown } from './walls.ts'
import { dribble, type Outcome, Wire } from './wire.ts'

// `npm run fuzz` sets them; within all the other tests it is a short one, and the same each time.
const { FUZZ_REQUESTS = '3000', FUZZ_SEED = '20261115', FUZZ_TURN = '0/1', FUZZ_REPORT, FUZZ_ISOLATION } = process.env
const requests = Number(FUZZ_REQUESTS)
const seed = Number(FUZZ_SEED)
/** Several processes take turns at the waves. */
const [turn = 0, turns = 1] = FUZZ_TURN.split('/').map(Number)

let server: FastifyInstance
let port: number

beforeAll(async () => {
  // A fault of the first wall must not be hidden behind the second.
  if (FUZZ_ISOLATION) await takeWallDown((await database()).db)
  server = await app({ allowPrivateAddresses: false })
  await server.ready()
  // Not `app.listen`: what runs beside requests, and reaches out into the world, stays quiet.
  port = Number(new URL(await listening(server.server)).port)
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The least of a few looks: a body of megabytes is let go of a moment after its connection is. */
async function memory(): Promise<number> {
  const looks: number[] = []
  for (let i = 0; i < 5; i++) {
    await pause(50)
    collect()
    const { heapUsed, external } = process.memoryUsage()
    looks.push(heapUsed + external)
  }
  return Math.min(...looks)
}

const isJson = (type: string | undefined) => type === 'application/json; charset=utf-8'

/** What is wrong with the outcome of an attack; nothing where all is well. */
function faultOf(attack: Attack, outcome: Outcome, { leakIn }: Target): string | undefined {
  if (typeof outcome === 'string') return attack.isHttp ? outcome : undefined
  const { status, headers, body } = outcome
  if (status >= 500) return 'a fault of ours'
  // The id of a request is made of chance, and may look like anything.
  const leaked = leakIn(JSON.stringify({ ...headers, 'x-request-id': '' }) + body, attack.bytes)
  if (leaked) return `another store shows: ${leaked}`
  const isSuccess = status < 300 && !attack.isOptions
  const { scope, otherScope = scope } = attack.endpoint
  const isGranted = scope === 'none' || [scope, otherScope].some(one => one !== 'none' && attack.scopes.has(one))
  if (attack.isHttp && isSuccess && attack.isForeign) return 'reaches what belongs to another store'
  if (attack.isHttp && isSuccess && !isGranted) return `does what needs ${scope}`
  if (!/^[\w.:-]{1,64}$/.test(headers['x-request-id'] ?? '')) return 'no x-request-id'
  if (attack.isHead || status === 204 || status === 304) return body === '' ? undefined : 'a body where none may be'
  if (headers['content-type']?.startsWith('application/x-ndjson')) return undefined
  if (!isJson(headers['content-type'])) return `content type ${headers['content-type']}`
  const value = JSON.parse(body)
  if (status >= 400 && !shapeOf({ status, headers, body: value })) return 'a refusal in no documented shape'
  return undefined
}

/** For whoever waits in another process. */
function report(tally: Tally): void {
  if (FUZZ_REPORT) writeFileSync(FUZZ_REPORT, JSON.stringify(tally))
}

const atOnce = 16

/** So many attacks from one store, many at a time over connections that are kept. */
async function wave(target: Target, from: number, count: number, aim: Aim, tally: Tally): Promise<void> {
  const { faults, statuses } = tally
  let next = from
  const lane = async () => {
    const wire = new Wire(port)
    while (next < from + count) {
      const index = next++
      const attack = attackOf(randomOf(seed, index), target, aim)
      const outcome = await wire.send(attack.bytes, attack.isHead, attack.isHttp ? undefined : 300)
      // What is left of a request that broke the rules must not run into the next one.
      if (!attack.isHttp) wire.close()
      const status = typeof outcome === 'string' ? outcome : String(outcome.status)
      statuses[status] = (statuses[status] ?? 0) + 1
      tally.requests++
      if (tally.requests % 1000 === 0) report(tally)
      const fault = faultOf(attack, outcome, target)
      if (!fault) continue
      const answer = typeof outcome === 'string' ? '' : `${outcome.status} ${outcome.body.slice(0, 500)}`
      faults.push(`${index} ${attack.title}: ${fault}\n  ${attack.bytes.toString().slice(0, 700)}\n  ${answer}`)
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** All waves whose turn it is; the rows of the other store are compared after each. */
async function attackWith(aim: Aim): Promise<Tally & { grown: number }> {
  const { db } = await database()
  const foreign = await victim(server, db)
  const tally = nothing()
  let rows: string[] | undefined
  let before = 0
  for (let from = turn * waveSize; from < requests && tally.faults.length < 20; from += turns * waveSize) {
    const target = await attacker(server, foreign, seed)
    rows ??= await rowsOf(db, foreign.store.id)
    expect(rows.length).toBeGreaterThan(100)
    await wave(target, from, Math.min(waveSize, requests - from), aim, tally)
    report(tally)
    expect(await rowsOf(db, foreign.store.id), 'rows of the other store').toEqual(rows)
    // The first half fills caches that are meant to be filled.
    if (from <= requests / 2) before = await memory()
  }
  return { ...tally, grown: ((await memory()) - before) / 2 ** 20 }
}

const hour = 3_600_000

test(
  `seed ${seed}: the contract under ${requests} attacks`,
  async () => {
    const opening = `POST /v1/1/products HTTP/1.1\r\nhost: x\r\n`
    const slow = Array.from({ length: 100 }, (_, i) =>
      dribble(port, i % 2 === 0 ? `${opening}x: ` : `${opening}content-length: 100000\r\n\r\n`, 1000),
    )
    const begun = performance.now()
    const { faults, grown } = await attackWith({ foreign: FUZZ_ISOLATION ? 0.9 : 0.15 })
    const held = slow.filter(one => !one.isOver()).length
    for (const one of slow) one.close()
    expect(faults.slice(0, 20).join('\n\n')).toBe('')
    expect(grown).toBeLessThan(20)
    // Whoever dribbles is cut off after 30 s.
    if (performance.now() - begun > 40_000) expect(held).toBe(0)
  },
  24 * hour,
)
