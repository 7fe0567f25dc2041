import { expect, test } from 'vitest'
import { type Before, changesOf, isTooSlow, rowsFrom, sayChange } from './compare.ts'

const row = (ratio: number, spread: [number, number], connections = 16): Before => ({
  scenario: 'GET /things',
  ...{ connections, rows: 1000, processes: 1, ratio, spread },
})

test('what lies within the spread of the rounds has not changed', () => {
  expect(changesOf([row(0.8, [0.75, 0.85])], [row(0.7, [0.65, 0.76])])).toEqual([])
})

test('beyond it, more than 15 % slower is too slow', () => {
  const changes = changesOf(
    [row(0.8, [0.78, 0.82]), row(0.8, [0.78, 0.82], 64), row(0.8, [0.78, 0.82], 1)],
    [row(0.72, [0.7, 0.74]), row(0.4, [0.39, 0.41], 64), row(1.2, [1.1, 1.3], 1)],
  )
  expect(changes.map(change => [isTooSlow(change), sayChange(change)])).toEqual([
    [true, 'slower by  50 %  0.80 → 0.40  GET /things, 64 connections, 1000 rows'],
    [false, 'slower by  10 %  0.80 → 0.72  GET /things, 16 connections, 1000 rows'],
    [false, 'faster by  50 %  0.80 → 1.20  GET /things, 1 connections, 1000 rows'],
  ])
})

test('what only one of the runs has measured is not compared', () => {
  expect(changesOf([row(0.8, [0.8, 0.8])], [row(0.1, [0.1, 0.1], 64)])).toEqual([])
})

test('both files of a run can be compared with', () => {
  const rows = [row(0.8, [0.8, 0.8])]
  expect(rowsFrom('a', JSON.stringify(rows))).toEqual(rows)
  expect(rowsFrom('a', JSON.stringify({ commit: 'abc', rows }))).toEqual(rows)
})

test.each(['{}', '[]', '[1]', 'null', '[{"scenario":"x"}]'])('%s is no result of a bench', content => {
  expect(() => rowsFrom('a.json', content)).toThrow('--compare a.json does not hold the results of a bench')
})

test('a file that is no JSON is named', () => {
  expect(() => rowsFrom('a.json', 'nothing')).toThrow('--compare a.json is not JSON')
})
