/** Stands for wherever the service is. */
const here = 'http://here.invalid'

/** Where to go after the sign-in: a page of ours or none. `//evil.example`, `/..//evil.example` lead elsewhere. */
export function localPath(next: string | undefined): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, here)) return undefined
  const { origin, pathname, search, hash } = new URL(next, here)
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : undefined
}
