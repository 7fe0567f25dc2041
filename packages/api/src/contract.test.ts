import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import type { Contract, Endpoint } from './endpoint.ts'
import { eventNames } from './events.ts'
import { isScope } from './scopes.ts'

const endpoints = Object.entries(contract as Contract).flatMap(([resource, all]) =>
  Object.entries(all).map(([name, endpoint]): [string, Endpoint] => [`${resource}.${name}`, endpoint]),
)

test.each(endpoints)('%s is described whole', (_name, { path, params, scope, summary, method, body, list }) => {
  expect(path).toMatch(/^(\/(:?[a-z_]+|[a-z][a-z0-9_-]*))+$/)
  expect(summary).toMatch(/^[A-Z].*[^.]$/)
  expect(scope === 'none' || isScope(scope)).toBe(true)
  expect(Object.keys(params?.properties ?? {})).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  if (method === 'GET') expect(body).toBeUndefined()
  if (list) expect(method).toBe('GET')
})

test.each(endpoints.filter(([, { method }]) => method === 'GET'))(
  '%s asks for no more than to read',
  (_name, { scope }) => {
    expect(scope).toMatch(/^(read_|none$)/)
  },
)

/** What is listed whole, as far as a page reaches (F38). */
const isWhole = (name: string) => /^(locations|scripts|webhooks|\w+CustomFields)\.list$/.test(name)

test.each(endpoints.filter(([, { list }]) => list))('%s pages as every list does', (name, { query }) => {
  expect(query?.properties).toMatchObject({
    page: { type: 'integer', minimum: 1, default: 1 },
    per_page: { type: 'integer', minimum: 1, default: isWhole(name) ? 200 : 30 },
    fields: { type: 'string' },
  })
})

test.each(endpoints.filter(([, { method }]) => method === 'GET'))('%s takes fields', (_name, { query }) => {
  expect(query?.properties).toHaveProperty('fields')
})

test('no two endpoints share method and path', () => {
  const places = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(places).size).toBe(places.length)
})

test('every event is named once', () => {
  expect(new Set(eventNames).size).toBe(eventNames.length)
  for (const name of eventNames) expect(name).toMatch(/^[a-z_]+\/[a-z_]+$/)
})
