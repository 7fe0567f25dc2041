import type { Operation } from '@bodega/api'
import { paced } from '../pace.ts'
import { etagOf, etagOfBoth } from './etag.ts'
import { pick } from './fields.ts'

/**
 * An answer that exists as JSON text already: kept so in the database, sent as it is, never parsed on the way. One that
 * is sent often is turned into bytes once.
 */
export class Rendered {
  readonly json: string
  /** How many items it lists, where it is a list. */
  readonly count: number | undefined
  #bytes: Buffer | undefined
  #etag: string | undefined

  constructor(json: string, count?: number) {
    this.json = json
    this.count = count
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.json)
    return this.#bytes
  }

  get etag(): string {
    this.#etag ??= etagOf(this.json)
    return this.#etag
  }
}

/** An answer that was given before to a request with the same Idempotency-Key. */
export class Replayed extends Rendered {
  readonly status: number
  constructor(status: number, json: string) {
    super(json)
    this.status = status
  }
}

/** The answer to a change that says more than a GET of the same resource: its tag is that of the GET (D12). */
export class Extended extends Rendered {
  readonly #resource: object

  constructor(resource: object, more: object) {
    super(JSON.stringify({ ...resource, ...more }))
    this.#resource = resource
  }

  override get etag(): string {
    return etagOf(JSON.stringify(this.#resource))
  }
}

/** What a GET shows of a resource where more was asked for than there is of it: its tag says which part is the resource. */
export class Enlarged extends Rendered {
  readonly #resource: () => string

  constructor(resource: () => string, json: string) {
    super(json)
    this.#resource = resource
  }

  override get etag(): string {
    return etagOfBoth(this.#resource(), this.json)
  }
}

/** A list, or what is wanted of it, as JSON: as bytes, where all of it is rendered already. Others are served meanwhile. */
export async function arrayOf(items: readonly unknown[], fields?: readonly string[]): Promise<Buffer | string> {
  if (fields) return JSON.stringify(await paced(items, item => pick(parsed(item), fields)))
  if (items.length === 0 || !items.every(item => item instanceof Rendered)) return `[${items.map(textOf).join(',')}]`
  const pieces = await paced(items, item => [comma, item.bytes])
  return Buffer.concat([opening, ...pieces.flat().slice(1), closing])
}

const [opening, comma, closing] = ['[', ',', ']'].map(text => Buffer.from(text)) as [Buffer, Buffer, Buffer]

export const textOf = (answer: unknown): string => (answer instanceof Rendered ? answer.json : JSON.stringify(answer))

/** How many items an answer lists; nothing where it is no list. */
export function countOf({ query, envelope }: Operation, answer: unknown): number | undefined {
  if (envelope) return (answer as { total?: number }).total
  // What reads on from a cursor, page by page, knows no total.
  if (query?.properties.per_page) return undefined
  return answer instanceof Rendered ? answer.count : Array.isArray(answer) ? answer.length : undefined
}

/** For the few who look inside: `fields`, and the checks of tests. */
export const parsed = (answer: unknown): unknown => (answer instanceof Rendered ? JSON.parse(answer.json) : answer)
