/** The query `fields`: what of an answer is wanted. */
export const fieldsOf = (list: unknown): string[] | undefined =>
  typeof list === 'string' && list !== '' ? list.split(',').map(field => field.trim()) : undefined

export function pick(item: unknown, fields: readonly string[]): unknown {
  // A list that is not paged is cut item by item too.
  if (Array.isArray(item)) return item.map(one => pick(one, fields))
  const record = item as Record<string, unknown>
  return Object.fromEntries(fields.filter(field => Object.hasOwn(record, field)).map(field => [field, record[field]]))
}
