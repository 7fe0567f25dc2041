import type { Operation } from '@bodega/api'
import { etagOf } from './etag.ts'

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

/** A list as JSON: as bytes, where all of it is rendered already. */
export const arrayOf = (items: readonly unknown[]): Buffer | string =>
  bytesOf(items) ?? `[${items.map(textOf).join(',')}]`

function bytesOf(items: readonly unknown[]): Buffer | undefined {
  const pieces: Buffer[] = []
  for (const item of items) {
    if (!(item instanceof Rendered)) return undefined
    pieces.push(pieces.length === 0 ? opening : comma, item.bytes)
  }
  return pieces.length > 0 ? Buffer.concat([...pieces, closing]) : undefined
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
