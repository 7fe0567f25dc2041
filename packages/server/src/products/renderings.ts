import type { ProductVisibility } from '@bodega/api'
import { LRUCache } from 'lru-cache'
import type { Rendered } from '../platform/http/rendered.ts'

/** A product as it was last answered, with all that went into it. */
export interface Rendering {
  id: number
  revision: number
  document: string
  updated_at: string
  levels: string | null
  categories: readonly string[]
  visibility: ProductVisibility
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
 * stock, categories and visibility, is read each time, and a text is used again only where nothing of it has changed. So it saves
 * sending, reading and writing what is the same, and is never the reason of an answer. What was not used for the longest goes first.
 */
export function createRenderings(): Renderings {
  const products = new LRUCache<string, Rendering>({
    maxSize,
    sizeCalculation: ({ document, rendered }) => document.length + rendered.json.length,
  })
  const questions = new LRUCache<string, readonly number[]>({ max: maxQuestions })
  const nameOf = (store: number, what: number | string) => `${store} ${what}`
  const get: Renderings['get'] = (store, id) => products.get(nameOf(store, id))

  return {
    get,
    expected: (store, question) => (questions.get(nameOf(store, question)) ?? []).flatMap(id => get(store, id) ?? []),
    keep: (store, rendering) => void products.set(nameOf(store, rendering.id), rendering),
    remember: (store, question, ids) => void questions.set(nameOf(store, question), ids),
  }
}
