/** `npm run faults`: lets everything fail that can, and counts what was lost. */
import { endAll } from '../src/testing/ending.ts'
import { exitWith, OptionError, readOptions, seed, seedOf } from '../src/testing/options.ts'
import { crashes } from './crashes.ts'
import { LimitError, within } from './limit.ts'
import { rolling } from './rolling.ts'
import type { Ending, Story } from './stage.ts'
import { standby } from './standby.ts'

const help = `npm run faults -- [options]

Runs several servers with mixed traffic, breaks what can be broken, and holds every acknowledged answer against the data.

  --minutes N   how long, 5 without it
  --seed S      repeats the traffic and the faults of another run, as far as machines can
  --standby     instead: a primary with a synchronous standby; the one is killed, the other promoted
  --rolling     instead: two servers behind a proxy at 200 requests/s, restarted in turn, and a migration meanwhile
  --help        this text

The last line counts. The exit code is 1 where something was lost, applied wrongly, oversold or not delivered, a rule of
the data is broken, a request failed that should not have, or something took so long that it will never come.`

const options = {
  minutes: { type: 'string', default: '5' },
  seed,
  standby: { type: 'boolean', default: false },
  rolling: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

function report({ acknowledged, lost, wrong, oversold, undelivered, kills, others }: Ending): number {
  for (const [title, list] of Object.entries({ lost, 'wrongly applied': wrong, 'not in order': others }))
    for (const line of list.slice(0, 20)) console.log(`${title}: ${line}`)
  console.log(
    `acknowledged ${acknowledged}, lost ${lost.length}, wrongly applied ${wrong.length}, oversold ${oversold}, undelivered ${undelivered}, kills ${kills}`,
  )
  const isWrong = lost.length + wrong.length + oversold + undelivered + others.length > 0
  return isWrong || acknowledged === 0 ? 1 : 0
}

/** What was begun ends with us, and a disk in memory is given back; what cannot be ended is not waited for. */
const leave = () => within(60, 'ending what was begun', endAll)

/** Beside the minutes that were asked for: opening, and holding all that was remembered against the data. */
const besides = 15 * 60

async function main(): Promise<number> {
  const values = readOptions('npm run faults', process.argv.slice(2), options)
  if (values.help) {
    console.log(help)
    return 0
  }
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 10_000))
    throw new OptionError(`--minutes must be a number above 0 and not above 10000, not "${values.minutes}"`)
  if (values.standby && values.rolling) throw new OptionError('--standby and --rolling are two different runs')
  const story: Story = { minutes, seed: seedOf(values.seed), say: line => console.log(line) }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void leave().finally(() => process.exit(1)))
  console.log(`seed ${story.seed}, ${minutes} minutes`)
  const tell = values.standby ? standby : values.rolling ? rolling : crashes
  try {
    return report(await within(minutes * 60 + besides, 'the run', () => tell(story)))
  } finally {
    await leave()
  }
}

try {
  await exitWith(main)
} catch (error) {
  console.error(error instanceof LimitError ? error.message : error)
  // Something still waits for what will not come.
  process.exit(1)
}
