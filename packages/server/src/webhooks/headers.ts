/** Headers that belong to the connection, or to the notification itself (D65); `expect` cannot be sent at all. */
const reserved = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'content-type',
  'x-linkedstore-hmac-sha256',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
])

/** RFC 9110: a token, and visible characters with blanks between them. */
const name = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/
const value = /^[\t\x20-\x7e\x80-\xff]*$/

const maxHeaders = 30
const maxLength = 8192

/** Why custom headers cannot be sent, or nothing. */
export function headerProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const entries = Object.entries(headers)
  if (entries.length > maxHeaders) return `must not be more than ${maxHeaders}`
  if (JSON.stringify(headers).length > maxLength) return `must not be longer than ${maxLength} characters together`
  const seen = new Set<string>()
  for (const [key, text] of entries) {
    const lower = key.toLowerCase()
    if (!name.test(key)) return `${JSON.stringify(key)} is not the name of a header`
    if (reserved.has(lower)) return `${key} cannot be set`
    if (seen.has(lower)) return `${key} is given twice`
    if (!value.test(text)) return `the value of ${key} cannot be sent`
    seen.add(lower)
  }
  return undefined
}
