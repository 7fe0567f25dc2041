import { type CustomField, type ListedValue, maxListedValues, type ValueInput } from '@bodega/api'
import { parseInstant } from '../platform/instant.ts'

/** The list of a field as it is answered after values were added to it: those that it had, then what became of each. */
export function extended(known: readonly string[], added: readonly string[]): ListedValue[] {
  const all = new Set(known)
  const outcomes = added.map((value): ListedValue => {
    if (all.has(value)) {
      return { value, created: false, error: `The custom field value with key <${value}> is duplicated` }
    }
    all.add(value)
    return { value, created: true }
  })
  return [...known.map(value => ({ value, created: true })), ...outcomes]
}

/** What is wrong with adding values to the list of a field. */
export function listProblem({ value_type }: Pick<CustomField, 'value_type'>, listed: readonly ListedValue[]) {
  if (value_type !== 'text_list' && listed.length > 0) return 'must be empty where value_type is not text_list'
  return kept(listed).length > maxListedValues ? `must have at most ${maxListedValues} items` : undefined
}

export const kept = (listed: readonly ListedValue[]): string[] =>
  listed.filter(({ created }) => created).map(({ value }) => value)

/** As JSON writes numbers, whatever their length; signs and exponents are theirs too. */
const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i
const day = /^\d{4}-\d{2}-\d{2}$/

/** What an owner is given, as it is kept; null takes the value away. */
export const textOf = (value: ValueInput['value']): string | null =>
  value === null || value === '' ? null : String(value)

/** What is wrong with a value of a field. */
export function valueProblem(
  { value_type, values }: Pick<CustomField, 'value_type' | 'values'>,
  value: string,
): string | undefined {
  switch (value_type) {
    case 'text_list':
      return values.includes(value) ? undefined : 'is not included in the list'
    case 'numeric':
      return number.test(value) && Number.isFinite(Number(value)) ? undefined : 'is not a number'
    case 'date':
      return day.test(value) && parseInstant(value) ? undefined : 'is not a date such as 2026-07-11'
    case 'text':
      return undefined
  }
}
