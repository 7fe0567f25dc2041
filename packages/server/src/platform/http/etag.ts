import { hash } from 'node:crypto'

export const etagOf = (body: string): string => `"${hash('sha1', body, 'base64url')}"`

/**
 * `If-None-Match` and `If-Match`: a list of tags, or `*` for any. What has no tag matches none. Proxies that compress
 * mark a tag as weak, so the mark does not count.
 */
export function matches(header: string, etag: string | undefined): boolean {
  return header.trim() === '*' || header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)
}
