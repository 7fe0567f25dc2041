import { expect, test } from 'vitest'
import type { Result } from './dispatch.ts'
import { createRecorder } from './recorder.ts'

// The recorder looks at nothing else of a result.
const result = (id: string) => ({ id }) as Result
const idsOf = (results: readonly Result[]) => results.map(({ id }) => id)

/** A recorder on a database that fails as it is told to, and what it tells. */
function recording(fault: (ids: string[]) => Error | undefined) {
  const told = { written: [] as string[], refused: [] as string[], faults: 0 }
  const recorder = createRecorder({
    write: async results => {
      const error = fault(idsOf(results))
      if (error) throw error
      return new Set(idsOf(results))
    },
    onWritten: results => void told.written.push(...idsOf(results)),
    onRefused: ({ id }) => void told.refused.push(id),
    onError: () => void told.faults++,
  })
  return { recorder, told }
}

test.each([
  ['a wrong value', '22P05'],
  ['a broken rule', '23514'],
])('one that the database does not take, by %s, does not keep the others from being written', async (_why, code) => {
  const refusal = Object.assign(new Error('no'), { code })
  const { recorder, told } = recording(ids => (ids.includes('bad') ? refusal : undefined))
  for (const id of ['a', 'bad', 'b']) recorder.add(result(id))
  await recorder.flush()
  expect(told).toEqual({ written: ['a', 'b'], refused: ['bad'], faults: 0 })
})

test('D60: while the database cannot be had they are kept, and written in their order', async () => {
  const faults = [new Error('connection lost'), new Error('connection lost')]
  const { recorder, told } = recording(ids => {
    // While they are being written more come in.
    if (faults.length === 2) recorder.add(result('c'))
    expect(ids.slice(0, 2)).toEqual(['a', 'b'])
    return faults.pop()
  })
  recorder.add(result('a'))
  recorder.add(result('b'))
  await recorder.flush()
  expect(told).toEqual({ written: ['a', 'b', 'c'], refused: [], faults: 2 })
})

test('whoever stops does not wait for a database that cannot be had', async () => {
  const { recorder, told } = recording(() => new Error('connection lost'))
  recorder.add(result('a'))
  await recorder.stop()
  expect(told).toEqual({ written: [], refused: [], faults: 1 })
})
