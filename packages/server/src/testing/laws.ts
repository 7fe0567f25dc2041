/**
 * The laws are tried with the same cases at every run, so that a change is judged by what it changes. To look for new
 * cases: `LAWS_SEED=random LAWS_RUNS=1000 npx vitest run --project inside`.
 */
import fc from 'fast-check'

const { LAWS_SEED = '20261115', LAWS_RUNS = '100' } = process.env

fc.configureGlobal({
  numRuns: Number(LAWS_RUNS),
  // Whoever says how long a list may become means it: otherwise ten is the most.
  defaultSizeToMaxWhenMaxSpecified: true,
  ...(LAWS_SEED === 'random' ? {} : { seed: Number(LAWS_SEED) }),
})
