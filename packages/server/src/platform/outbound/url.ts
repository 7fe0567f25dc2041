import { isIP } from 'node:net'
import { isPublic } from './address.ts'

/** Names that are never in the public DNS. */
const ownNames = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** `[::1]` and `example.com.` as a resolver or a certificate has them. */
export const nameOf = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '')

/**
 * Why an address may not be called, as far as it can be told without asking the DNS; made to follow a field's name.
 * The URL parser has turned octal, decimal, hexadecimal and short forms into plain addresses.
 */
export function refusalOf(url: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(url)) return 'is not a valid address'
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'must begin with https://'
  if (username !== '' || password !== '') return 'must not contain a user name or a password'
  if (allowPrivate) return undefined
  const name = nameOf(hostname)
  const isOpen = isIP(name) > 0 ? isPublic(name) : name.includes('.') && !ownNames.test(name)
  return isOpen ? undefined : 'must lead to the public internet'
}
