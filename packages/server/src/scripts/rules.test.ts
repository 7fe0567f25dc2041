/** docs/contract: scripts 2, the rules of what a script says. */
import { ApiError, type FieldMap, type ScriptInput, scriptEvents, scriptPlaces } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedTerms, newTerms, type Terms } from './rules.ts'

const src = 'https://app.example/widget.js'
const checkUrl = (url: string) => (url.startsWith('https://') ? undefined : 'must begin with https://')

function problemsOf(body: () => unknown): FieldMap | undefined {
  try {
    body()
  } catch (error) {
    if (error instanceof ApiError) return error.body as FieldMap
    throw error
  }
  return undefined
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const sentFields: fc.Arbitrary<ScriptInput> = fc.record(
  {
    src: fc.option(fc.webUrl({ validSchemes: ['https'] })),
    event: fc.option(fc.constantFrom(...scriptEvents)),
    where: fc.option(fc.array(fc.constantFrom(...scriptPlaces, ' ')).map(names => names.join(','))),
    script_id: fc.option(fc.integer({ min: 1, max: 999 })),
    query_params: fc.option(fc.json()),
  },
  { requiredKeys: [] },
)

/** Whatever can be in the table. */
const known: fc.Arbitrary<Terms> = sentFields.map(sent => newTerms({ ...sent, src: sent.src || src }, checkUrl))

describe('laws', () => {
  test('what is accepted has one of both forms, and one with an address is whole', () => {
    fc.assert(
      fc.property(maybe(known), sentFields, (old, sent) => {
        const change = () => (old ? changedTerms(old, sent, checkUrl) : newTerms(sent, checkUrl))
        if (problemsOf(change)) return
        const next = change()
        expect(next.src ?? next.script_id).not.toBeNull()
        expect(next.event).not.toBeNull()
        if (next.src !== null) expect(next.where).not.toBeNull()
        expect([null, 'store', 'checkout', 'store,checkout']).toContain(next.where)
        if (next.query_params !== null) JSON.parse(next.query_params)
      }),
    )
  })

  test('what was read can be sent back and changes nothing; nor does a change that was made', () => {
    fc.assert(
      fc.property(known, sentFields, (old, sent) => {
        // A place is text among the terms and in what is sent.
        expect(changedTerms(old, old as ScriptInput, checkUrl)).toEqual(old)
        expect(changedTerms(old, {}, checkUrl)).toEqual(old)
        if (problemsOf(() => changedTerms(old, sent, checkUrl))) return
        const next = changedTerms(old, sent, checkUrl)
        expect(changedTerms(next, sent, checkUrl)).toEqual(next)
      }),
    )
  })
})

test.each<[string, ScriptInput, Partial<Terms>]>([
  ['an address alone is loaded with the pages of the store', { src }, { event: 'onload', where: 'store' }],
  ['places are put in order', { src, where: 'checkout, store' }, { where: 'store,checkout' }],
  ['a place counts once', { src, where: 'checkout,checkout' }, { where: 'checkout' }],
  ['blank is as left out', { src, event: null, where: '' }, { event: 'onload', where: 'store' }],
  ['the id of a script will do', { script_id: 9486 }, { script_id: 9486, event: 'onfirstinteraction', where: null }],
  [
    'parameters stay the text that they are',
    { script_id: 1, query_params: ' {"a": 1}' },
    { query_params: ' {"a": 1}' },
  ],
  ['both forms meet', { script_id: 1, src, event: 'onfirstinteraction' }, { script_id: 1, src, where: 'store' }],
])('%s', (_what, sent, terms) => {
  expect(newTerms(sent, checkUrl)).toMatchObject(terms)
})

const neither = { src: ["can't be blank"], script_id: ["can't be blank where there is no src"] }

test.each<[ScriptInput, FieldMap]>([
  [{}, neither],
  [{ src: '', script_id: null }, neither],
  [{ event: 'onload', where: 'store', query_params: '{}' }, neither],
  [{ where: 'invalid' }, { ...neither, where: ['is not included in the list'] }],
  [
    { src: 'http://app.example/x.js', where: 'store,head', query_params: '{' },
    {
      src: ['must begin with https://'],
      where: ['is not included in the list'],
      query_params: ['must be JSON'],
    },
  ],
])('%j is refused, and all that is wrong is told', (sent, problems) => {
  expect(problemsOf(() => newTerms(sent, checkUrl))).toEqual(problems)
})

test('an address that was let in stays when others change', () => {
  const old = newTerms({ src: 'http://localhost/x.js' }, () => undefined)
  expect(changedTerms(old, { ...old, where: 'checkout' } as ScriptInput, checkUrl)).toEqual({
    ...old,
    where: 'checkout',
  })
})
