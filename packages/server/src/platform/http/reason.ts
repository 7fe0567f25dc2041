import type { ApiError } from '@bodega/api'

/** A refusal of the API in one line. */
export function reasonOf({ body }: ApiError): string {
  const { description, message, code, error, ...fields } = body as Record<string, unknown>
  if (typeof error === 'string') return error
  const told = Object.entries(fields).map(([field, texts]) => `${field}: ${[texts].flat().join(', ')}`)
  if (typeof description === 'string') told.unshift(description)
  return told.join('; ') || String(message ?? 'is refused')
}
