/** A primary with a synchronous standby: the one is killed, the other promoted, and the servers go on as they are. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '../src/platform/embedded/binaries.ts'
import { type Child, halt, type Launch, launch, untilReady } from '../src/platform/embedded/child.ts'
import { startEmbedded } from '../src/platform/embedded/index.ts'
import { urlOf } from '../src/platform/embedded/owner.ts'
import { filesIn, findPlace } from '../src/platform/embedded/place.ts'
import { atEnd } from '../src/testing/ending.ts'
import { freePort, newFolder } from '../src/testing/process.ts'
import { until } from '../src/testing/waiting.ts'
import { within } from './limit.ts'
import { failing, familyOf, signal } from './mortals.ts'
import { conclude, type Ending, openStage, pass, type Story } from './stage.ts'

interface Cluster {
  launch: Launch
  port: number
  url: string
  conf: string
}

/** The superuser needs no password here: it is for replication and promotion on this machine, while the story lasts. */
const access = 'host all,replication postgres 127.0.0.1/32 trust\n'

async function clusterIn(dataDir: string): Promise<Cluster> {
  const files = filesIn(dataDir)
  const place = findPlace(dataDir)
  const port = await freePort()
  return {
    launch: { ...place, binaries: await findBinaries(dataDir, place.account), journal: files.journal },
    port,
    url: urlOf(port, readFileSync(files.password, 'utf8').trim()),
    conf: join(place.cluster, 'postgresql.conf'),
  }
}

async function start({ launch: how, port, url }: Cluster): Promise<Child> {
  const child = launch(how, port)
  atEnd(() => halt(child, how))
  await untilReady(child, url, () => {})
  return child
}

/** Asked as the superuser. */
async function askOf({ port }: Cluster, question: string): Promise<string> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'bodega' })
  await client.connect()
  try {
    return String(Object.values((await client.query(question)).rows[0] ?? {})[0])
  } finally {
    await client.end()
  }
}

/** Two clusters, the second a copy of the first that follows it. A commit waits until both have it. */
async function makePair(): Promise<{ primary: Cluster; standby: Cluster }> {
  const [first, second] = [newFolder(), newFolder()]
  await (await startEmbedded({ dataDir: first, log: () => {} })).stop()
  appendFileSync(join(first, 'postgres', 'pg_hba.conf'), access)
  // With its owner, which is another user where root runs this.
  spawnSync('cp', ['-a', `${first}/.`, second])
  const [primary, standby] = [await clusterIn(first), await clusterIn(second)]
  appendFileSync(primary.conf, `\nsynchronous_standby_names = 'standby'\n`)
  const following = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby sslmode=disable`
  appendFileSync(standby.conf, `\nprimary_conninfo = '${following}'\n`)
  writeFileSync(join(standby.launch.cluster, 'standby.signal'), '')
  return { primary, standby }
}

/** Seconds that each part may take, on a machine with much else to do. */
const limits = { opening: 180, death: 30, promotion: 90, firstWrite: 60, calming: 120, judging: 600 }

async function openPair() {
  const pair = await makePair()
  const killed = await start(pair.primary)
  await start(pair.standby)
  await until(async () => (await askOf(pair.primary, 'select sync_state from pg_stat_replication')) === 'sync')
  return { ...pair, killed }
}

export async function standby(story: Story): Promise<Ending> {
  const { opening, death, promotion, firstWrite, calming, judging } = limits
  const pair = await within(opening, 'the standby follows the primary', openPair)
  const { killed } = pair
  const both = pair.primary.url.replace(/(127\.0\.0\.1:\d+)/, `$1,127.0.0.1:${pair.standby.port}`)
  const same = () => ({})
  const stage = await within(opening, 'the servers are ready', () =>
    openStage(`${both}&target_session_attrs=read-write`, story.seed, [same, same]),
  )
  const half = { ...story, minutes: story.minutes / 2 }

  const traffic = stage.begin()
  const failure = failing(
    stage.chance,
    stage.receivers.flatMap(receiver => receiver.faults),
  )
  const kills = () => failure.kills() + (killed.process.signalCode ? 1 : 0)
  await pass(half, stage, kills)
  const since = performance.now()
  signal(familyOf(killed.pid), 'SIGKILL')
  await within(death, 'the primary is dead', () => killed.ended)
  await within(promotion, 'the standby is promoted', () => askOf(pair.standby, 'select pg_promote(true)'))
  story.say(`the primary is dead and the standby promoted after ${Math.round(performance.now() - since)} ms`)
  // Not before: an answer to what the primary still did may have been under way.
  const before = stage.memory.counts.acknowledged
  await within(firstWrite, 'the promoted standby acknowledges a write', () =>
    until(async () => stage.memory.counts.acknowledged > before),
  )
  story.say(`the first acknowledged write came ${Math.round(performance.now() - since)} ms after the death`)
  await pass(half, stage, kills)
  await within(calming, 'the traffic comes to rest', async () => {
    await failure.stop()
    await traffic.stop()
  })
  const ending = await within(judging, 'what was remembered is held against the data', () =>
    conclude(stage, pair.standby.url),
  )
  return { ...ending, kills: kills() }
}
