import { hash } from 'node:crypto'

const digestOf = (body: string): string => hash('sha1', body, 'base64url')

export const etagOf = (body: string): string => `"${digestOf(body)}"`

/** Of an answer that shows a resource and more: its first part is the tag of the resource alone. */
export const etagOfBoth = (resource: string, answer: string): string => `"${digestOf(resource)}+${digestOf(answer)}"`

/**
 * `If-None-Match`: a list of tags, or `*` for any. What has no tag matches none. Proxies that compress mark a tag as weak,
 * so the mark does not count.
 */
export const matches = (header: string, etag: string | undefined): boolean =>
  header.trim() === '*' || header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)

/** `If-Match`: the same, but whatever else was shown with the resource may have changed. */
export const isCurrent = (header: string, etag: string | undefined): boolean =>
  matches(header.replaceAll(/\+[\w-]*"/g, '"'), etag)
