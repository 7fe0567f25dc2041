/** `npm run faults -- --minutes N --seed S`: the fault test of the webhooks for as long as you like. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { build } from './build.js'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } } })
await build()
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'outside', 'packages/server/src/testing/faults.test.ts'],
  {
    env: { ...process.env, FAULT_MINUTES: values.minutes, ...(values.seed ? { FAULT_SEED: values.seed } : {}) },
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
