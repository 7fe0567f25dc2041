import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const validators = new WeakMap<TSchema, Validator>()

/** Holds rows against the schema that their query was given. For tests. */
export function checkRows(schema: TSchema, rows: unknown[], text: string): void {
  let validator = validators.get(schema)
  if (!validator) {
    validator = Compile(schema)
    validators.set(schema, validator)
  }
  for (const row of rows) {
    if (validator.Check(row)) continue
    throw new Error(`a row does not match its schema: ${JSON.stringify(validator.Errors(row))}\n${text}`)
  }
}
