/** Three servers, one PostgreSQL, and everything fails, one thing after the other and several at the same time. */
import { setTimeout as pause } from 'node:timers/promises'
import { slowness } from '../src/testing/process.ts'
import { backUp, restore } from './backup.ts'
import { type Chance, chanceOf } from './chance.ts'
import { shiftedClock } from './clock.ts'
import { smallDisk } from './disk.ts'
import { type Fault, failing, mortalDatabase } from './mortals.ts'
import { conclude, type Ending, openStage, pass, type Stage, type Story } from './stage.ts'
import { type Wire, wireTo } from './wire.ts'

/** From the start of a process until it serves again, on a machine without other work. */
const returnLimit = 5000
/** Room for the database, its journal and some minutes of orders. */
const diskSize = 480

const wireFaults = (wire: Wire, chance: Chance): Fault[] =>
  Object.entries({
    cut: wire.cut,
    slow: () => wire.slow(chance.integer(5, 100), chance.integer(500, 4000)),
    stall: () => wire.stall(chance.integer(500, 4000)),
  }).map(([name, run]) => ({ name: `wire ${name}`, target: 'wire', isKill: false, run }))

/** How long something takes, in milliseconds. */
async function timed(work: () => Promise<unknown> | undefined): Promise<number> {
  const begin = performance.now()
  await work()
  return Math.round(performance.now() - begin)
}

/** At the very end all of it is killed at the same moment. Says how long each took to be ready again. */
async function killAll({ servers }: Stage, { faults }: { faults: Fault[] }): Promise<Record<string, number>> {
  const kill = faults.find(({ name }) => name === 'postgres SIGKILL')
  const dying = Promise.all(servers.map(server => server.end('SIGKILL')))
  const times: Record<string, number> = { postgres: await timed(() => kill?.run()) }
  await dying
  for (const [i, server] of servers.entries()) times[`server ${i + 1}`] = await timed(server.restart)
  return times
}

export async function crashes(story: Story): Promise<Ending> {
  const chance = chanceOf(story.seed)
  const disk = smallDisk(diskSize)
  if (!disk.fill) story.say('the disk is not filled in this run: only root can make a small one')
  const database = await mortalDatabase(disk.folder, chance)
  const wire = await wireTo(database.url)
  const right = () => ({})
  const wrong = () => shiftedClock(chance.integer(-900, 900))
  const stage = await openStage(wire.url, story.seed, [right, right, wrong])
  const direct = { ...stage.env, DATABASE_URL: database.url }

  const { fill } = disk
  const faults = [
    ...[...database.faults, ...wireFaults(wire, chance)],
    ...(fill
      ? [{ name: 'disk full', target: 'postgres', isKill: false, run: () => fill(chance.integer(500, 3000)) }]
      : []),
    ...[...stage.servers, ...stage.receivers].flatMap(mortal => mortal.faults),
  ]
  const traffic = stage.begin()
  const failure = failing(chance, faults)
  const kept = (async () => {
    await pause(story.minutes * 30_000)
    return backUp(direct, stage.memory)
  })()
  await pass(story, stage, failure.kills)
  await failure.stop()
  story.say(`faults: ${JSON.stringify(failure.counts)}`)
  const backup = await kept
  await traffic.stop()

  const times = await killAll(stage, database)
  story.say(`ready again after all were killed at once: ${JSON.stringify(times)} ms`)
  const { others, lost, ...ending } = await conclude(stage, database.url)
  lost.push(...(await restore(backup, stage.env, stage.shop)))
  const limit = returnLimit * (await slowness())
  for (const [name, time] of Object.entries(times)) if (time > limit) others.push(`${name} took ${time} ms to be ready`)
  return { ...ending, lost, others, kills: failure.kills() + Object.keys(times).length }
}
