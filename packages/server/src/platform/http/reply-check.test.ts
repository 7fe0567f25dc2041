import { endpoint } from '@bodega/api'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { checkReply } from './reply-check.ts'

const Thing = Type.Object({
  id: Type.Integer(),
  part: Type.Object({ name: Type.String() }),
  note: Type.Optional(Type.String()),
})
const one = endpoint({ method: 'GET', path: '/things/:id', scope: 'none', summary: 'Read', reply: Thing })
const list = endpoint({ method: 'GET', path: '/things', scope: 'none', summary: 'List', reply: Thing, list: true })
const empty = endpoint({ method: 'DELETE', path: '/things/:id', scope: 'none', summary: 'Delete', reply: null })

const thing = { id: 1, part: { name: 'a' } }

test('an answer that is what it promises passes', () => {
  checkReply(one, thing)
  checkReply(one, { ...thing, note: 'x' })
  checkReply(list, [thing, thing])
  checkReply(list, [])
  checkReply(empty, null)
})

test.each([
  ['a field that is missing', { id: 1 }],
  ['a field of another type', { ...thing, id: '1' }],
  ['a field that nobody promised', { ...thing, password_hash: 'x' }],
  ['one further inside', { ...thing, part: { name: 'a', secret: 'x' } }],
  ['nothing', null],
])('%s is noticed', (_title, answer) => {
  expect(() => checkReply(one, answer)).toThrow('GET /things/:id answers outside its schema')
  expect(() => checkReply(list, [thing, answer])).toThrow('GET /things answers outside its schema')
})
