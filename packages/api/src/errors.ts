import Type, { type Static } from 'typebox'
import { MaybeText } from './common.ts'

/** Shape A: what most refusals look like. */
export const Envelope = Type.Object({
  code: Type.Integer(),
  message: Type.String(),
  description: MaybeText,
})
export type Envelope = Static<typeof Envelope>

/** Shape B: field name to what is wrong with it. */
export const FieldMap = Type.Record(Type.String(), Type.Array(Type.String()))
export type FieldMap = Static<typeof FieldMap>

/** Shape C: A and B at one level; `duplicate_variant_ids` and the like ride along here too. */
export type Hybrid = Envelope & Record<string, unknown>

/** Shape D: the body was no JSON. */
export const ParseError = Type.Object({ error: Type.String() })
export type ParseError = Static<typeof ParseError>

/** Shape E: on the paths of shipments the phrase is the description, the reverse of shape A. */
export const ShipmentError = Type.Union([
  Type.Object({ description: Type.String(), message: Type.String() }),
  Type.Object({ description: Type.String(), messages: FieldMap }),
])
export type ShipmentError = Static<typeof ShipmentError>

export type ErrorBody = Envelope | FieldMap | Hybrid | ParseError | Record<string, unknown>

const phrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export const envelope = (status: number, description: string | null = null): Envelope => ({
  code: status,
  message: phrases[status] ?? 'Error',
  description,
})

/** A refusal. The server throws it, the client throws what it received: the same class on both ends. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: ErrorBody, headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${JSON.stringify(body)}`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Shape A with any status. */
export const refused = (status: number, description: string | null = null, headers: Record<string, string> = {}) =>
  new ApiError(status, envelope(status, description), headers)

/** The row does not exist, or belongs to another store: the caller cannot tell which. */
export const notFound = (description: string | null = null) => refused(404, description)

/** Shape B: a field is missing or wrong. */
export const invalid = (fields: FieldMap) => new ApiError(422, fields)

/** Shape A with 422: a rule or a limit of the store stands against it. */
export const unprocessable = (description: string) => refused(422, description)

/** Shape C. A field that is called like a key of the envelope is told as one of the body. */
export function validationError(fields: Record<string, unknown>): ApiError {
  const shell = envelope(422, 'Validation error')
  const named = Object.entries(fields).map(([name, texts]) => [name in shell ? `body.${name}` : name, texts])
  return new ApiError(422, { ...shell, ...Object.fromEntries(named) })
}

export const unparsable = () => new ApiError(400, { error: 'Problems parsing JSON' })

const shipmentRefusal = (status: number, text: string) =>
  new ApiError(status, { description: phrases[status] ?? 'Error', message: text } satisfies ShipmentError)

/** Shape E with 400: a rule of shipments stands against it. */
export const badRequest = (message: string) => shipmentRefusal(400, message)

/** Shape E with 404. */
export const notFoundHere = (message: string) => shipmentRefusal(404, message)

/** Shape E with 400: a field is missing or wrong. */
export const badFields = (messages: FieldMap) =>
  new ApiError(400, { description: 'Bad Request', messages } satisfies ShipmentError)
