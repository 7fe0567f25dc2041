/** `npm run fuzz -- --requests N --seed S [--isolation]`: the attacks of the tests, as many as you like. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    // Nine ids of ten are those of another store.
    isolation: { type: 'boolean', default: false },
  },
})
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'inside', 'packages/server/src/testing/fuzz.test.ts'],
  {
    env: {
      ...process.env,
      FUZZ_REQUESTS: values.requests,
      ...(values.seed ? { FUZZ_SEED: values.seed } : {}),
      ...(values.isolation ? { FUZZ_ISOLATION: 'on' } : {}),
    },
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
