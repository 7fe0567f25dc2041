import type { Rendered } from '../platform/http/rendered.ts'

/** A product as it was last answered, with all that went into it. */
export interface Rendering {
  id: number
  revision: number
  document: string
  updated_at: string
  levels: string | null
  categories: readonly string[]
  rendered: Rendered
}

export interface Renderings {
  get(store: number, id: number): Rendering | undefined
  /** Those of the products that were answered to this question the last time. */
  expected(store: number, question: string): Rendering[]
  keep(store: number, rendering: Rendering): void
  /** What a question was answered with. */
  remember(store: number, question: string, ids: readonly number[]): void
}

/** In characters of documents and answers. */
const maxSize = 16_000_000
const maxQuestions = 500

/**
 * Products as this process answered them last. None of it is believed: what a product is by now, its revision, dates,
 * stock and categories, is read each time, and a text is used again only where nothing of it has changed. So it saves
 * sending, reading and writing what is the same, and is never the reason of an answer. What went in first goes first.
 */
export function createRenderings(): Renderings {
  const products = new Map<string, Rendering>()
  const questions = new Map<string, readonly number[]>()
  let size = 0

  const sizeOf = ({ document, rendered }: Rendering) => document.length + rendered.json.length
  const nameOf = (store: number, what: number | string) => `${store} ${what}`

  function drop(name: string): void {
    const gone = products.get(name)
    if (!gone) return
    products.delete(name)
    size -= sizeOf(gone)
  }

  const get: Renderings['get'] = (store, id) => products.get(nameOf(store, id))

  return {
    get,
    expected: (store, question) => (questions.get(nameOf(store, question)) ?? []).flatMap(id => get(store, id) ?? []),
    keep(store, rendering) {
      const name = nameOf(store, rendering.id)
      drop(name)
      products.set(name, rendering)
      size += sizeOf(rendering)
      for (const oldest of products.keys()) {
        if (size <= maxSize) break
        drop(oldest)
      }
    },
    remember(store, question, ids) {
      const name = nameOf(store, question)
      questions.delete(name)
      questions.set(name, ids)
      for (const oldest of questions.keys()) {
        if (questions.size <= maxQuestions) break
        questions.delete(oldest)
      }
    },
  }
}
