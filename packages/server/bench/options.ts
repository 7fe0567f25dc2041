import { OptionError, readOptions, whole } from '../src/testing/options.ts'
import { smallest } from './catalogue.ts'

export const help = `npm run bench -- [options]

Every figure is a ratio against a raw limit that is taken right before and right after it. Results are written to
bench/results: latest.json, latest.md, latest.svg, and a file with the time in its name that also tells commit,
machine and load. How to read them: docs/performance.md.

  --only TEXT       scenarios whose name contains it
  --targets         what a ratio is wanted of, at the connections that it is wanted for: about 20 minutes
  --quick           one short round in the small store, in less than two minutes
  --rows N          products and orders of the large store, a multiple of 1000 (1000000 unless said)
  --connections N   instead of those that a scenario names
  --compare FILE    against the latest.json of another run: what is slower, what is faster; exit 1 where something is
                    more than 15 % slower
  --profile         also a flame graph of the server for each scenario, as HTML
  --list            the scenarios and their raw limits
  --help            this text`

export interface Options {
  only: string
  /** No more than what a target stands beside. */
  isTargeted: boolean
  isQuick: boolean
  /** Of the large store. */
  rows: number
  connections: number | undefined
  compare: string | undefined
  isProfiled: boolean
  rounds: number
  seconds: number
  /** Before the first round, on each side: until the code that is run has been compiled. */
  warmUp: number
}

function rowsOf(text: string): number {
  const rows = whole('rows', text, { min: smallest, max: 10_000_000 })
  if (rows % smallest !== 0) throw new OptionError(`--rows must be a multiple of ${smallest}, not "${text}"`)
  return rows
}

const described = {
  only: { type: 'string', default: '' },
  targets: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  rows: { type: 'string', default: '1000000' },
  connections: { type: 'string' },
  compare: { type: 'string' },
  profile: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** What the command line asks for: something to read, or something to do. */
export function optionsOf(args: readonly string[]): 'help' | 'list' | Options {
  const values = readOptions('npm run bench', args, described)
  if (values.help) return 'help'
  if (values.list) return 'list'
  return {
    only: values.only,
    isTargeted: values.targets,
    isQuick: values.quick,
    rows: rowsOf(values.rows),
    connections:
      values.connections === undefined ? undefined : whole('connections', values.connections, { min: 1, max: 512 }),
    compare: values.compare,
    isProfiled: values.profile,
    ...(values.quick ? { rounds: 1, seconds: 1, warmUp: 0.5 } : { rounds: 3, seconds: 3, warmUp: 4 }),
  }
}
