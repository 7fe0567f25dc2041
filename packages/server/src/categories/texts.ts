import {
  bounded,
  Category,
  type CategoryChange,
  type CategoryInput,
  invalid,
  isBlank,
  type Localized,
  type LocalizedInput,
  localize,
  localizeOptional,
  mainText,
  Nullable,
} from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { StoreContext } from '../access/index.ts'
import { sql } from '../platform/database/sql.ts'

const { name, description, handle, seo_title, seo_description } = Category.properties
const google_shopping_category = Nullable(Category.properties.google_shopping_category)

/** What a category says of itself, apart from its place in the tree. */
export const Texts = Type.Object({ name, description, handle, google_shopping_category, seo_title, seo_description })
export type Texts = Static<typeof Texts>

export const textColumns = sql`name, description, handle, google_shopping_category, seo_title, seo_description`

/** The fields that were sent, as they are kept; one that was sent empty is cleared. */
export function changedTexts(store: StoreContext, sent: CategoryChange, old?: Texts): Partial<Texts> {
  const texts: Partial<Texts> = {}
  if (sent.name !== undefined) texts.name = namedIn(store, sent.name, old?.name)
  for (const field of ['description', 'handle'] as const) {
    const text = sent[field]
    if (text !== undefined)
      texts[field] = bounded(field, localizeOptional(text, store.languages, old?.[field]), old?.[field])
  }
  if (sent.google_shopping_category !== undefined)
    texts.google_shopping_category = sent.google_shopping_category || null
  if (sent.seo_title !== undefined) texts.seo_title = plain(store, sent.seo_title)
  if (sent.seo_description !== undefined) texts.seo_description = plain(store, sent.seo_description)
  return texts
}

/** All fields of a new category: what was not sent is empty. */
export const newTexts = (store: StoreContext, sent: CategoryInput): Texts => ({
  description: localizeOptional(null, store.languages),
  handle: localizeOptional(null, store.languages),
  google_shopping_category: null,
  seo_title: '',
  seo_description: '',
  ...changedTexts(store, sent),
  // Not among the optional ones: the schema demands it.
  name: namedIn(store, sent.name),
})

function namedIn(store: StoreContext, sent: LocalizedInput, old?: Localized): Localized {
  if (isBlank(sent)) throw invalid({ name: ["can't be blank"] })
  return bounded('name', localize(sent, store.languages, old), old)
}

/** Kept as plain text: of several languages the main one is kept (D30). */
const plain = (store: StoreContext, sent: LocalizedInput | null): string =>
  mainText(localizeOptional(sent, store.languages), store.main_language)
