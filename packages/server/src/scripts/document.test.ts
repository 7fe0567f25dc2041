/** docs/contract: scripts 2, what follows from the rest. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../platform/http/body.ts'
import { type ScriptRow, shown } from './document.ts'

const row = (change: Partial<ScriptRow>): ScriptRow => ({
  id: 9486,
  src: null,
  event: 'onfirstinteraction',
  where: null,
  script_id: 9486,
  query_params: null,
  created_at: new Date(0) as never,
  updated_at: new Date(0) as never,
  ...change,
})

test.each([
  ['https://app.example/js/widget.js?v=2#top', 'widget.js'],
  ['https://app.example/js/widget/', 'widget'],
  ['https://app.example/%zz.js', '%zz.js'],
  ['https://app.example', ''],
])('the name of %s is %j', (src, name) => {
  expect(shown(row({ src }))).toMatchObject({ name, current_version: { id: 9486, src, version: 1 } })
})

test.each([
  ['{"color": "#fff", "products": [1, 2]}', { color: '#fff', products: [1, 2] }],
  [' \n{}', {}],
  [null, {}],
  ['null', {}],
  ['[{"a": 1}]', {}],
  ['"{}"', {}],
])('the parameters of %j are %j', (query_params, params) => {
  expect(shown(row({ query_params })).params).toEqual(params)
})

test('law: what is shown is a body that can be sent, whatever the parameters', () => {
  const json = fc.oneof(
    fc.json({ stringUnit: 'binary' }),
    fc.nat(8000).map(depth => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  )
  fc.assert(
    fc.property(json, query_params => {
      const { params } = shown(row({ query_params }))
      expect(parseJson(JSON.stringify({ params }))).toEqual({ params })
    }),
  )
})
