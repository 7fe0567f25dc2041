/** `npm run fuzz`: the attacks of the tests, as many as you like. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const help = `npm run fuzz -- [options]

Sends requests that are made from the contract and meant to do harm. None may fail the server or show another store.

  --requests N   how many, 100000 without it
  --seed S       repeats another run
  --isolation    nine ids of ten are those of another store
  --help         this text`

const options = {
  requests: { type: 'string', default: '100000' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  isolation: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
}

function refuse(reason) {
  console.error(`${reason} (npm run fuzz -- --help)`)
  process.exit(2)
}

function valuesOf() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(error.message.split('\n')[0])
  }
}

const { requests, seed, isolation, help: isAsked } = valuesOf()
if (isAsked) {
  console.log(help)
  process.exit()
}
for (const [name, value] of Object.entries({ requests, seed }))
  if (!/^\d{1,9}$/.test(value) || (name === 'requests' && Number(value) === 0))
    refuse(`--${name} must be a whole number, not "${value}"`)

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'inside', 'packages/server/src/testing/fuzz.test.ts'],
  {
    env: {
      ...process.env,
      FUZZ_REQUESTS: requests,
      FUZZ_SEED: seed,
      ...(isolation ? { FUZZ_ISOLATION: 'on' } : {}),
    },
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
