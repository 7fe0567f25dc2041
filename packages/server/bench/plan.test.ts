import { expect, test } from 'vitest'
import { type Options, optionsOf } from './options.ts'
import { planOf, secondsOf } from './plan.ts'
import { scenarios } from './scenarios.ts'

/** These arguments ask for something to do. */
const optionsFor = (...args: string[]) => optionsOf(args) as Options

const described = (...args: string[]) =>
  planOf(scenarios, optionsFor(...args)).map(
    ({ scenario, connections, places }) =>
      `${scenario.name} @${connections} ${places.map(({ rows, processes }) => `${rows}/${processes}`).join(' ')}`,
  )

test('a read is measured at 1, 16 and 64 connections, in both stores, and by two processes', () => {
  expect(described('--only', 'get /products/{id}', '--rows', '100000')).toEqual([
    'GET /products/{id} @1 1000/1 100000/1',
    'GET /products/{id} @16 1000/1 100000/1 1000/2',
    'GET /products/{id} @64 1000/1 100000/1 1000/2',
  ])
})

test('a quick look is at the connections that are wanted, in the small store', () => {
  expect(described('--quick', '--only', 'distinct')).toEqual([
    'POST /orders, 3 lines over 5 locations, distinct @64 1000/1',
  ])
})

test('a quick look at everything is planned for less than a minute, so that it ends within two', () => {
  const options = optionsFor('--quick')
  const seconds = planOf(scenarios, options).reduce((sum, one) => sum + secondsOf(one, options), 0)
  expect(seconds).toBeLessThan(80)
})

test('what is wanted can be measured without the rest, in both stores and by two processes', () => {
  expect(described('--targets', '--rows', '100000')).toEqual([
    'GET /products/{id} @16 1000/1 100000/1 1000/2',
    'GET /products?per_page=50 @16 1000/1 100000/1',
    'PUT stock of one level @16 1000/1 100000/1',
    'POST /orders, 3 lines over 5 locations, distinct @64 1000/1 100000/1',
    'POST /orders, 3 lines over 5 locations, hot @64 1000/1 100000/1',
    'webhook deliveries @32 1000/1 100000/1',
  ])
  expect(described('--targets', '--only', 'hot', '--quick')).toEqual([
    'POST /orders, 3 lines over 5 locations, hot @64 1000/1',
  ])
})

test('details are left out of it, unless they are asked for', () => {
  expect(described('--quick').join()).not.toContain('since_id')
  expect(described('--quick', '--only', 'since_id')).toHaveLength(1)
})

test('names of scenarios are different, since results are compared by them', () => {
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length)
})
