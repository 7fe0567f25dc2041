import type { TSchema } from 'typebox'
import { validatorOf } from '../validator.ts'

/** Holds rows against the schema that their query was given. For tests. */
export function checkRows(schema: TSchema, rows: unknown[], text: string): void {
  const validator = validatorOf(schema)
  for (const row of rows) {
    if (validator.Check(row)) continue
    throw new Error(`a row does not match its schema: ${JSON.stringify(validator.Errors(row))}\n${text}`)
  }
}
