import { type Contract, contract, Product, scopes, versions } from '@bodega/api'
import { expect, test } from 'vitest'
import { openapi, serverAt } from './openapi.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: unknown }>
  security: { token: string[] }[]
}

const text = openapi(contract, '1.2.3')(['https://shop.example'])
const document: {
  openapi: string
  info: { description: string }
  tags: { name: string; 'x-displayName': string }[]
  servers: { url: string; variables: Record<string, { enum?: string[] }> }[]
  components: { schemas: Record<string, { properties: Record<string, unknown> }> }
  paths: Record<string, Record<string, Operation>>
} = JSON.parse(text)

const endpoints = Object.entries(contract as Contract).flatMap(([resource, all]) =>
  Object.entries(all).map(([name, endpoint]) => ({ name: `${resource}.${name}`, endpoint })),
)

test.each(endpoints)('$name stands at its path, with all that it takes and answers', ({ name, endpoint }) => {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
  expect(operation?.operationId).toBe(name)
  const named = (place: string) =>
    operation?.parameters.filter(({ in: where }) => where === place).map(({ name }) => name)
  expect(named('path')).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter))
  expect(named('query')).toEqual(Object.keys(endpoint.query?.properties ?? {}))
  expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined)
  expect(operation?.responses[String(endpoint.status ?? 200)]?.content !== undefined).toBe(endpoint.reply !== null)
  const { scope, otherScope } = endpoint
  const tokens = [...(scope === 'none' ? [[]] : [[scope]]), ...(otherScope ? [[otherScope]] : [])]
  expect(operation?.security).toEqual(tokens.map(token => ({ token })))
})

test.each(endpoints)('$name shows the shapes of its refusals, and each that it names', ({ name, endpoint }) => {
  const operation = Object.values(document.paths)
    .flatMap(path => Object.values(path))
    .find(({ operationId }) => operationId === name)
  const shapes = (status: number) => JSON.stringify(operation?.responses[status]?.content ?? {})
  const isOfShipments = endpoint.errorShape === 'shipment'
  for (const status of [400, 404]) expect(shapes(status).includes('"messages"')).toBe(isOfShipments)
  if (isOfShipments) expect(operation?.responses).not.toHaveProperty('422')
  for (const [status, text] of Object.entries(endpoint.errors ?? {})) {
    expect(operation?.responses[status]?.description).toBe(text)
  }
})

test.each(endpoints)('$name says of all that it can be refused with', ({ name, endpoint }) => {
  const operation = Object.values(document.paths)
    .flatMap(path => Object.values(path))
    .find(({ operationId }) => operationId === name)
  const statuses = Object.keys(operation?.responses ?? {}).map(Number)
  expect(statuses).toEqual(expect.arrayContaining([400, 401, 402, 403, 404, 429, 500, 503]))
  const { method, list } = endpoint
  expect(statuses.includes(304)).toBe(method === 'GET' && !list)
  expect(statuses.includes(412)).toBe(['PUT', 'PATCH', 'DELETE'].includes(method))
  for (const status of [413, 415]) expect(statuses.includes(status)).toBe(method !== 'GET')
})

test('formats and patterns are those that every generator and validator reads', () => {
  const all = (key: string) =>
    new Set([...text.matchAll(new RegExp(`"${key}":"([^"]*)"`, 'g'))].map(([, value]) => value))
  expect([...all('format')]).toEqual(['date-time'])
  expect([...all('pattern')].filter(pattern => pattern?.includes('(?'))).toEqual([])
  const since = document.paths['/orders']?.get?.parameters.find(({ name }) => name === 'created_at_min')
  expect(since).toMatchObject({ schema: { type: 'string', format: 'date-time' } })
})

test('maps are told so that every generator reads them', () => {
  expect(text).not.toContain('patternProperties')
  const { Product, ProductInput } = document.components.schemas
  expect(Product?.properties.name).toEqual({ type: 'object', additionalProperties: { type: 'string' } })
  expect(JSON.stringify(ProductInput?.properties.name)).toContain('"propertyNames":{"pattern":"^[A-Za-z]{2}')
})

test('an operation that takes a while shows its lines', () => {
  const { content } = document.paths['/locations/priorities/backtest']?.post?.responses['200'] ?? {}
  expect(Object.keys(content ?? {})).toEqual(['application/json', 'application/x-ndjson'])
})

test('its parts are headed as people write', () => {
  const titles = document.tags.map(tag => tag['x-displayName'])
  expect(titles).toContain('Fulfillment orders')
  for (const title of titles) expect(title).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/)
})

test('it says where a token comes from and how long it is good, and what holds for all operations', () => {
  const { description } = document.info
  expect(description).toContain('https://shop.example/apps/authorize/token')
  expect(description).toContain('until the app gets another one for the store, or is uninstalled')
  for (const header of ['x-total-count', 'Link', 'Idempotency-Key', 'If-Match', 'ETag', 'x-request-id'])
    expect(description).toContain(`\`${header}\``)
})

test('it holds these operations and no others', () => {
  const operations = Object.values(document.paths).flatMap(path => Object.values(path))
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    endpoints.map(({ name }) => name).toSorted(),
  )
})

test('it says where the service answers, in which versions, and what each scope opens', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toMatchObject([
    { url: 'https://shop.example/{version}/{store_id}', variables: { version: { enum: [...versions] } } },
  ])
  for (const scope of Object.keys(scopes)) expect(text).toContain(scope)
})

test('a shape with a name stands once, and every reference leads to one', () => {
  const { schemas } = document.components
  const targets = new Set([...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, target]) => target))
  expect([...targets].toSorted()).toEqual(
    Object.keys(schemas)
      .map(name => `#/components/schemas/${name}`)
      .toSorted(),
  )
  const one = document.paths['/products/{id}']?.get?.responses['200']?.content
  expect(one).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Product' } } })
  const { properties } = schemas.Product ?? {}
  expect(properties?.variants).toMatchObject({ type: 'array', items: { $ref: '#/components/schemas/Variant' } })
  expect(Object.keys(properties ?? {})).toEqual(Object.keys(Product.properties))
  for (const name of ['ProductInput', 'OrderInput', 'Order', 'FulfillmentOrder', 'Webhook', 'Envelope'])
    expect(schemas).toHaveProperty(name)
})

test('what is the same at every address is printed once, whatever hosts are named', () => {
  let looks = 0
  const watched = new Proxy(contract as Contract, {
    ownKeys: target => {
      looks++
      return Reflect.ownKeys(target)
    },
  })
  const print = openapi(watched, '1.2.3')
  expect(looks).toBe(0)
  const first = print(['https://shop.example'])
  const once = looks
  expect(JSON.parse(print(['https://a.example', 'https://b.example']))).toEqual({
    ...JSON.parse(first.replaceAll('https://shop.example', 'https://a.example')),
    servers: ['https://a.example', 'https://b.example'].map(serverAt),
  })
  expect(looks).toBe(once)
})
