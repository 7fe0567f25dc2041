import { ApiError, envelope } from '@bodega/api'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { TestAnswer } from './store.ts'

/** The documented forms of a refusal (contract 5.1). */
export type Shape = 'A' | 'B' | 'C' | 'D' | 'E'

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(text => typeof text === 'string' && text !== '')

function isEnvelope(status: number, { code, message, description }: Record<string, unknown>): boolean {
  return (
    code === status &&
    message === envelope(status).message &&
    message !== 'Error' &&
    (description === null || (typeof description === 'string' && description !== ''))
  )
}

/** 400 and 404 of the paths of shipments: the phrase is the description, beside it one text or a map of fields. */
function isOfShipments(
  status: number,
  { description, message, messages, ...others }: Record<string, unknown>,
): boolean {
  if (status !== 400 && status !== 404) return false
  if (description !== envelope(status).message || Object.keys(others).length > 0) return false
  if (messages === undefined) return typeof message === 'string' && message !== ''
  return message === undefined && typeof messages === 'object' && Object.values(messages ?? {}).every(isTexts)
}

/** Which of the documented bodies this is, down to the last key; `undefined` for any other. */
export function shapeOf({ status, body }: TestAnswer): Shape | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { code, message, description, ...others } = body as Record<string, unknown>
  if (isEnvelope(status, { code, message, description })) {
    // Variants that are named twice are told by their ids.
    if (Object.keys(others).every(key => key === 'duplicate_variant_ids')) return 'A'
    // What there is too little of is told by its texts.
    const { products, ...rest } = others
    const isShort = status === 422 && description === 'Insufficient stock'
    if (isShort && isTexts(products) && Object.keys(rest).length === 0) return 'A'
    return description === 'Validation error' && Object.values(others).every(isTexts) ? 'C' : undefined
  }
  if (Object.keys(body).length === 0) return undefined
  if (status === 422 && Object.values(body).every(isTexts)) return 'B'
  if (status === 400 && Object.keys(body).join() === 'error' && typeof body.error === 'string') return 'D'
  if (isOfShipments(status, body)) return 'E'
  return undefined
}

export interface Asked {
  /** `undefined` sends no such header, also where the test client would add one. */
  headers?: Readonly<Record<string, string | undefined>>
  /** Sent as it is. */
  body?: string | Buffer
}

/** What is promised of every answer, and this one breaks. Told in words: `expect` costs as much as the request. */
function brokenPromise({ status, headers, body }: TestAnswer, isEmpty: boolean): string | undefined {
  if (status >= 500) return 'a fault of ours'
  if (!/^[\w.:-]{1,64}$/.test(headers['x-request-id'] ?? '')) return 'no id of the request'
  if (isEmpty) return body === undefined ? undefined : 'a body where there is none'
  if (headers['content-type'] !== 'application/json; charset=utf-8') return 'no JSON'
  return status >= 400 && !shapeOf({ status, headers, body }) ? 'a refusal in no documented form' : undefined
}

/** Sends a request, and holds the answer against what is promised of every one: never a 5xx, always JSON (D7). */
export async function ask(server: FastifyInstance, method: string, url: string, asked: Asked = {}) {
  const headers: Record<string, string | undefined> = { 'user-agent': undefined, ...asked.headers }
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined && name !== 'user-agent') delete headers[name]
  }
  const response = await server.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url,
    // The test client leaves its own User-Agent out where it is `undefined`; its types do not know.
    headers: headers as Record<string, string>,
    ...(asked.body === undefined ? {} : { payload: asked.body }),
  })
  const { statusCode: status, body: text } = response
  const isJson = response.headers['content-type'] === 'application/json; charset=utf-8'
  const answer: TestAnswer = {
    status,
    headers: response.headers as Record<string, string>,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  }
  const broken = brokenPromise(answer, method === 'HEAD' || status === 204 || status === 304)
  if (broken) expect.fail(`${method} ${url.slice(0, 200)} answered ${status} ${text.slice(0, 500)}: ${broken}`)
  return answer
}

/** The whole refusal at once: status, shape, and the text where the contract fixes one. */
export function expectRefusal(answer: TestAnswer, status: number, shape: Shape, description?: string | null): void {
  expect({ status: answer.status, shape: shapeOf(answer), body: answer.body }).toMatchObject({
    status,
    shape,
    ...(description === undefined ? {} : { body: { description } }),
  })
}

/** How a call of the client of the panel ends. */
export const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof ApiError) return error.status
      throw error
    },
  )
