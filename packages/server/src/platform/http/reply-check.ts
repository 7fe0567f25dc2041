import type { Operation } from '@bodega/api'
import type { TSchema } from 'typebox'
import { remembered } from '../remembered.ts'
import { validatorOf } from '../validator.ts'

/** The same schema with no room for a field that it does not name: what would leak shows. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) {
    copy.additionalProperties = false
  }
  return copy
}

const closedValidatorOf = remembered((schema: TSchema) => validatorOf(closed(schema) as TSchema))

/** In tests every answer is held against its schema before it is sent. */
export function checkReply(endpoint: Operation, value: unknown): void {
  if (!endpoint.reply) return
  const validator = closedValidatorOf(endpoint.reply)
  for (const item of endpoint.list ? (value as unknown[]) : [value]) {
    if (validator.Check(item)) continue
    const errors = JSON.stringify(validator.Errors(item))
    throw new Error(
      `${endpoint.method} ${endpoint.path} answers outside its schema: ${errors}\n${JSON.stringify(item)}`,
    )
  }
}
