/** Stands for wherever the service is. */
const here = 'http://here.invalid'

/** Where to go after the sign-in: a page of ours or none. `//evil.example`, `/..//evil.example` lead elsewhere. */
export function localPath(next: string | undefined): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, here)) return undefined
  const { origin, pathname, search, hash } = new URL(next, here)
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/** The same page in a language: those that the server makes by itself are told theirs in the address. */
export function withLanguage(path: string, language: string): string {
  const { pathname, search, hash } = new URL(path, here)
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${pathname}?${query.toString()}${hash}`
}
