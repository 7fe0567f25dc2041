import type { Operation } from '@bodega/api'
import type { TSchema } from 'typebox'
import { validatorOf } from './validate.ts'

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

const schemas = new WeakMap<TSchema, TSchema>()

/** In tests every answer is held against its schema before it is sent. */
export function checkReply(endpoint: Operation, value: unknown): void {
  if (!endpoint.reply) return
  let schema = schemas.get(endpoint.reply)
  if (!schema) {
    schema = closed(endpoint.reply) as TSchema
    schemas.set(endpoint.reply, schema)
  }
  const validator = validatorOf(schema)
  for (const item of endpoint.list ? (value as unknown[]) : [value]) {
    if (validator.Check(item)) continue
    const errors = JSON.stringify(validator.Errors(item))
    throw new Error(
      `${endpoint.method} ${endpoint.path} answers outside its schema: ${errors}\n${JSON.stringify(item)}`,
    )
  }
}
