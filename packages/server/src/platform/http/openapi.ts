import * as api from '@bodega/api'
import {
  type Contract,
  type Endpoint,
  Envelope,
  FieldMap,
  ParseError,
  ShipmentError,
  scopes,
  versions,
} from '@bodega/api'
import type { TObject, TSchema } from 'typebox'

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })

/** Without a schema there is no body. */
type Errors = Record<string, { description: string; schema?: unknown }>

const commonErrors: Errors = {
  400: { description: 'Unparsable JSON, or no User-Agent', schema: { anyOf: [ParseError, Envelope] } },
  401: { description: 'No token, or not a valid one', schema: Envelope },
  402: { description: 'The store or the application is suspended', schema: Envelope },
  403: { description: 'The token lacks the scope', schema: Envelope },
  404: { description: 'Not found, or not in this store', schema: Envelope },
  429: { description: 'Rate limit; `Retry-After` says when to try again', schema: Envelope },
  500: { description: 'A fault of the server; its log tells more under the `x-request-id`', schema: Envelope },
  503: { description: 'Overloaded, starting or stopping; `Retry-After` says when to try again', schema: Envelope },
}

const fieldErrors: Errors = {
  422: { description: 'A field is missing or wrong', schema: { anyOf: [FieldMap, Envelope] } },
}

const hybridErrors: Errors = {
  422: {
    description: 'A field is missing or wrong, and named beside the others',
    schema: { allOf: [Envelope, { additionalProperties: true }] },
  },
}

const writeErrors: Errors = {
  413: { description: 'The body is too large', schema: Envelope },
  415: { description: 'Content-Type is not application/json', schema: Envelope },
}

const changed: Errors = { 412: { description: '`If-Match` names an older state', schema: Envelope } }
const unchanged: Errors = { 304: { description: '`If-None-Match` names the state that it has' } }

/** What has a tag is one thing, and not made by the request. */
function methodErrors({ method, list }: Endpoint): Errors {
  if (method === 'GET') return list ? {} : unchanged
  return method === 'POST' ? writeErrors : { ...writeErrors, ...changed }
}

/** What comes before the body keeps shape A on the paths of shipments too; their wrong fields are 400 (D8). */
const shipmentErrors: Errors = {
  400: {
    description: 'Not possible, a field is missing or wrong, unparsable JSON, or no User-Agent',
    schema: { anyOf: [ShipmentError, ParseError, Envelope] },
  },
  404: { description: 'Not found, or not in this store', schema: { anyOf: [ShipmentError, Envelope] } },
}

const shaped: Record<NonNullable<Endpoint['errorShape']>, Errors> = { shipment: shipmentErrors, hybrid: hybridErrors }

function errorsOf(endpoint: Endpoint): Errors {
  const { method, query, errorShape, errors = {} } = endpoint
  return {
    ...Object.fromEntries(
      Object.entries(errors).map(([code, description]) => [code, { description, schema: Envelope }]),
    ),
    ...commonErrors,
    ...methodErrors(endpoint),
    ...(errorShape ? shaped[errorShape] : method === 'GET' && !query ? {} : fieldErrors),
  }
}

const parameters = (schema: TObject | undefined, place: 'path' | 'query') =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: property,
    // With commas between them.
    ...((property as { type?: string }).type === 'array' ? { explode: false } : {}),
  }))

/** Each of them opens it. */
const scopesOf = ({ scope, otherScope }: Endpoint): string[] => (otherScope ? [scope, otherScope] : [scope])

/** What is answered; where the work takes a while, also line by line. */
function contentOf({ progress }: Endpoint, reply: unknown): Record<string, unknown> {
  if (!progress) return json(reply).content
  const line = (name: string, schema: unknown) => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
  })
  const lines = { anyOf: [line('progress', progress), line('result', reply), line('error', Envelope)] }
  return { ...json(reply).content, 'application/x-ndjson': { schema: lines } }
}

function listOf({ reply, envelope }: Endpoint): unknown {
  const array = { type: 'array', items: reply }
  if (!envelope) return array
  const properties = { [envelope]: array, total: { type: 'integer' } }
  return { anyOf: [array, { type: 'object', properties, required: Object.keys(properties) }] }
}

function operation(resource: string, name: string, endpoint: Endpoint): unknown {
  const status = endpoint.status ?? 200
  const reply: TSchema | unknown = endpoint.list ? listOf(endpoint) : endpoint.reply
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary: endpoint.summary,
    description:
      endpoint.scope === 'none'
        ? 'Any valid token.'
        : `Scope: ${scopesOf(endpoint)
            .map(scope => `\`${scope}\``)
            .join(' or ')}.`,
    security: endpoint.scope === 'none' ? [{ token: [] }] : scopesOf(endpoint).map(scope => ({ token: [scope] })),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body ? { requestBody: { required: !('~optional' in endpoint.body), ...json(endpoint.body) } } : {}),
    responses: {
      [status]: { description: 'Success', ...(endpoint.reply ? { content: contentOf(endpoint, reply) } : {}) },
      ...Object.fromEntries(
        Object.entries(errorsOf(endpoint)).map(([code, { description, schema }]) => [
          code,
          { description: endpoint.errors?.[Number(code)] ?? description, ...(schema ? json(schema) : {}) },
        ]),
      ),
    },
  }
}

/** What the contract calls its shapes, by how they are written: one that became optional somewhere is still the same. */
const nameShapes = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(api).flatMap(([name, value]) => (isShape(value) ? [[JSON.stringify(value), name] as const] : [])),
  )

const isShape = (part: unknown): part is TObject => Object(part).type === 'object' && 'properties' in Object(part)

const anyName = '^.*$'

/**
 * Tools end at formats that they do not know, and some at patterns that look ahead: a code is told as any text, an
 * instant as the form of it that all of them write. A map by pattern is to most an object without anything.
 */
function readable(part: object): object {
  const { format, pattern, ...others } = part as { format?: unknown; pattern?: unknown }
  if (format === 'instant') return { ...others, format: 'date-time' }
  if (format === 'code') return pattern === undefined ? others : { ...others, pattern }
  if (!('patternProperties' in part)) return part
  const { patternProperties, ...map } = part
  const [[name = anyName, values] = []] = Object.entries(patternProperties as object)
  return { ...map, additionalProperties: values, ...(name === anyName ? {} : { propertyNames: { pattern: name } }) }
}

/** Schemas as tools read them. Those that have a name stand once, under it, and generators call their types so. */
function createTelling() {
  const names = nameShapes()
  const schemas: Record<string, unknown> = {}

  function told(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(told)
    const name = isShape(part) ? names.get(JSON.stringify(part)) : undefined
    if (name === undefined) return toldInFull(part)
    schemas[name] ??= toldInFull(part)
    return { $ref: `#/components/schemas/${name}` }
  }

  const toldInFull = (part: object): object =>
    Object.fromEntries(Object.entries(readable(part)).map(([key, value]) => [key, told(value)]))

  return { told, schemas }
}

/** `fulfillmentOrders` is headed "Fulfillment orders". */
const titleOf = (resource: string) =>
  resource.charAt(0).toUpperCase() + resource.slice(1).replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

/** What stands before the operations: none of them gives the token that all of them want. */
const introduction = (
  url: string,
) => `The store API that you can run yourself. Every request carries a token and a \`User-Agent\`.

## A token

- **For yourself**: the owner of a store makes one in the admin, under Applications, with the scopes that it needs (\`${url}/admin\`).
- **For an app**: its partner registers it (\`${url}/partner\`). The merchant opens \`${url}/apps/{app_id}/authorize?state=...\`
  and agrees; the redirect URL of the app gets a \`code\`, good once and for five minutes. The app sends it here:

\`\`\`sh
curl ${url}/apps/authorize/token \\
  -d grant_type=authorization_code -d code=CODE \\
  -d client_id=APP_ID -d client_secret=CLIENT_SECRET
\`\`\`

The answer has the \`access_token\`, its \`scope\`, and \`user_id\`, which is the id of the store. The token is good until the app gets another one for the store, or is uninstalled.

## Everywhere

- Lists come in pages: \`x-total-count\` says how many items there are, \`Link\` leads to the next page.
- A POST with an \`Idempotency-Key\` can be sent again: within 24 hours it is done once, and answered as the first time.
- A PUT, PATCH or DELETE with \`If-Match\` is refused (412) where the \`ETag\` that was read is not that of the resource any more.
- Every answer has an \`x-request-id\`, by which the log of the server tells of it.`

/** An address of the service as tools read it; an empty one is where they found it. */
export const serverAt = (url: string) => ({
  url: `${url}/{version}/{store_id}`,
  variables: { version: { default: versions[0], enum: [...versions] }, store_id: { default: '1' } },
})

/** What of the document tells where the service answers. */
const headOf = (servers: readonly string[], release: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Bodega',
    version: release,
    description: introduction(servers[0] ?? ''),
    license: { name: 'MIT' },
  },
  servers: servers.map(serverAt),
})

/** What of it is the same at every address. */
function restOf(contract: Contract): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(resource, name, endpoint) }
    }
  }
  const { told, schemas } = createTelling()
  const toldPaths = told(paths)
  return {
    tags: Object.keys(contract).map(name => ({ name, 'x-displayName': titleOf(name) })),
    components: {
      schemas,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authentication',
          description: `\`bearer ACCESS_TOKEN\`; \`Authorization: Bearer\` works the same. Scopes:\n\n${Object.entries(
            scopes,
          )
            .map(([scope, text]) => `- \`${scope}\`: ${text}`)
            .join('\n')}`,
        },
      },
    },
    paths: toldPaths,
  }
}

/**
 * The contract as OpenAPI 3.1, printed from the same data that the routes are made of. Whoever asks may name any host:
 * only the head is printed for it. The rest, nearly all of it, is printed once, when the first one asks: no start waits for it.
 */
export function openapi(contract: Contract, release: string): (servers: readonly string[]) => string {
  let rest: string | undefined
  return servers => {
    rest ??= JSON.stringify(restOf(contract)).slice(1)
    return `${JSON.stringify(headOf(servers, release)).slice(0, -1)},${rest}`
  }
}
