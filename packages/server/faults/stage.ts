/** What every story needs: servers, receivers, a shop with traffic, and a memory that is held against the database. */
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../src/platform/database/database.ts'
import { bodega, clientOf, type Env, inCheckout, newFolder } from '../src/testing/process.ts'
import { checkTokens } from './apps.ts'
import { audit, type Findings } from './audit.ts'
import { chanceOf } from './chance.ts'
import { createMemory } from './memory.ts'
import { mortalReceiver, mortalServer } from './mortals.ts'
import { openShop, scarceUnits } from './shop.ts'
import { fetchAny, startTraffic } from './traffic.ts'

export interface Story {
  minutes: number
  seed: number
  say(line: string): void
}

export interface Ending extends Findings {
  acknowledged: number
  kills: number
  /** What else must not be: broken rules of the data, errors of ours, a slow return. */
  others: string[]
}

/** Receivers come back within seconds, and so do attempts. */
const retrySchedule = Array(600).fill(1).join()
const receiverScript = inCheckout('packages/server/faults/receiver.js')
const isRunning = (since: number, minutes: number) => performance.now() - since < minutes * 60_000

/** The environment of each server, asked for at each of its starts. */
export async function openStage(databaseUrl: string, seed: number, changes: readonly (() => Env)[]) {
  const chance = chanceOf(seed)
  const env: Env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: newFolder(),
    LOG_LEVEL: 'error',
    WEBHOOK_RETRY_SCHEDULE: retrySchedule,
  }
  const servers = []
  for (const [i, change] of changes.entries())
    servers.push(await mortalServer(`server ${i + 1}`, () => ({ ...env, ...change() }), chance))
  const receivers = [
    await mortalReceiver('receiver 1', receiverScript, chance),
    await mortalReceiver('receiver 2', receiverScript, chance),
  ]
  const urls = servers.map(({ url }) => url)
  const shop = await openShop(urls[0] ?? '', env)
  const memory = createMemory()
  for (const { variant } of shop.scarce) memory.supplied.set(variant, scarceUnits * shop.locations.length)
  for (const { variant } of shop.own) memory.levels.set(variant, { acknowledged: 1, unknown: [] })
  for (const { app_id } of shop.apps) memory.apps.set(app_id, { token: undefined, ended: [], isKnown: true })

  /** Two webhooks that stay, so that every order is told of. */
  const client = clientOf(urls[0] ?? '', shop.demo)
  for (const [i, event] of (['order/created', 'order/cancelled'] as const).entries()) {
    const path = `/always/${i}`
    await client.webhooks.create({ body: { event, url: `${receivers[i]?.url}${path}` } })
    memory.webhooks.set(path, { event, there: performance.now(), gone: Number.POSITIVE_INFINITY, isLeaving: false })
  }
  const begin = () => startTraffic({ urls, seed, shop, memory, receivers: receivers.map(receiver => receiver.url) })
  return { env, servers, urls, receivers, shop, memory, chance, begin }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

/** Waits for the time to pass, and tells how far it is. */
export async function pass({ minutes, say }: Story, { memory }: Stage, kills: () => number): Promise<void> {
  const since = performance.now()
  const { counts } = memory
  while (isRunning(since, minutes)) {
    await pause(Math.min(10_000, minutes * 60_000 - (performance.now() - since) + 1))
    const seconds = Math.round((performance.now() - since) / 1000)
    say(
      `${seconds} s: acknowledged ${counts.acknowledged}, refused ${counts.refused}, unknown ${counts.unknown}, kills ${kills()}`,
    )
  }
}

/** When all is calm: what is there, and is it what was promised? */
export async function conclude(stage: Stage, databaseUrl: string): Promise<Omit<Ending, 'kills'>> {
  const { env, urls, shop, memory, receivers, chance } = stage
  const reach = fetchAny(urls, chance)
  for (const record of memory.apps.values()) await checkTokens(record, { urls, reach, shop, memory })
  const database = connect({ url: databaseUrl, size: 2, isPatient: true })
  try {
    const findings = await audit(database.everywhere, shop, memory, receivers)
    for (let i = 0; i < memory.seen.lost; i++) findings.lost.push('a token that was given did not work')
    for (let i = 0; i < memory.seen.wrong; i++) findings.wrong.push('a token that was ended still worked')
    const verified = await bodega(['verify'], { ...env, DATABASE_URL: databaseUrl })
    const others = verified.code === 0 ? [] : [verified.stdout + verified.stderr]
    if (memory.counts.failed > 0)
      others.push(`${memory.counts.failed} requests were answered with 500`, ...errorsOf(stage))
    return { ...findings, acknowledged: memory.counts.acknowledged, others }
  } finally {
    await database.close()
  }
}

/** What the servers have written about errors of ours, each once. */
const errorsOf = ({ servers }: Stage): string[] => {
  const lines = servers.flatMap(server => server.log().split('\n')).filter(line => line.includes('request failed'))
  const messages = lines.map(line => JSON.parse(line).err)
  return [...new Map(messages.map(error => [error?.message, `${error?.message}\n${error?.stack}`])).values()]
}
