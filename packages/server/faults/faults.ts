/** `npm run faults`: lets everything fail that can, and counts what was lost. */
import { parseArgs } from 'node:util'
import { endAll } from '../src/testing/ending.ts'
import { crashes } from './crashes.ts'
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
the data is broken, or a request failed that should not have.`

const options = {
  minutes: { type: 'string', default: '5' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  standby: { type: 'boolean', default: false },
  rolling: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

function report({ acknowledged, lost, wrong, oversold, undelivered, kills, others }: Ending): void {
  for (const [title, list] of Object.entries({ lost, 'wrongly applied': wrong, 'not in order': others }))
    for (const line of list.slice(0, 20)) console.log(`${title}: ${line}`)
  console.log(
    `acknowledged ${acknowledged}, lost ${lost.length}, wrongly applied ${wrong.length}, oversold ${oversold}, undelivered ${undelivered}, kills ${kills}`,
  )
  const isWrong = lost.length + wrong.length + oversold + undelivered + others.length > 0
  if (isWrong || acknowledged === 0) process.exitCode = 1
}

/** One line that says what is wrong with how we were called. */
function refuse(reason: string): never {
  console.error(`${reason} (npm run faults -- --help)`)
  process.exit(2)
}

function valuesOf() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse((error as Error).message.split('\n')[0] ?? '')
  }
}

async function main(): Promise<void> {
  const values = valuesOf()
  const story: Story = { minutes: Number(values.minutes), seed: Number(values.seed), say: line => console.log(line) }
  if (values.help) return console.log(help)
  if (!(story.minutes > 0)) return refuse(`--minutes must be a number above 0, not "${values.minutes}"`)
  if (!Number.isSafeInteger(story.seed)) return refuse(`--seed must be a whole number, not "${values.seed}"`)
  // What was begun ends with us, and a disk in memory is given back.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void endAll().finally(() => process.exit(1)))
  console.log(`seed ${story.seed}, ${story.minutes} minutes`)
  let ending: Ending
  try {
    ending = await (values.standby ? standby : values.rolling ? rolling : crashes)(story)
  } finally {
    await endAll()
  }
  report(ending)
}

await main()
