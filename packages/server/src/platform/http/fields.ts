/** The query `fields`: what of an answer is wanted. */
export const fieldsOf = (list: unknown): string[] | undefined =>
  typeof list === 'string' && list !== '' ? list.split(',').map(field => field.trim()) : undefined

/** A list is cut item by item, and one in an envelope there: what stands around it stays. */
export function pick(item: unknown, fields: readonly string[], envelope?: string): unknown {
  if (Array.isArray(item)) return item.map(one => pick(one, fields))
  const record = item as Record<string, unknown>
  if (envelope) return { ...record, [envelope]: pick(record[envelope], fields) }
  return Object.fromEntries(fields.filter(field => Object.hasOwn(record, field)).map(field => [field, record[field]]))
}
