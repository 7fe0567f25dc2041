import type { Product } from '@bodega/api'
import type { StoreContext } from '../access/index.ts'
import { categoryNames } from '../categories/index.ts'
import { placesByPriority } from '../locations/index.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { countProducts, everyProduct } from '../products/index.ts'
import type { Format } from './import.ts'
import { idsByName } from './places.ts'
import { type Exported, sheetOf } from './sheet.ts'

export interface ExportOptions {
  db: Db
  store: StoreContext
  /** The server's public address, which stands in the addresses of products and images. */
  url: string
  format: Format
  onProgress?: (products: number, of: number) => void
}

/** In characters: so much is written at a time. */
const pieceSize = 65_536

/**
 * All products of a store as they were at one moment, in the order of their ids. They are read while they are
 * written, so that a large store needs no more memory than a small one; answers how many there were. A transaction
 * that only reads meets no conflict, so none of it is ever written twice.
 */
export function exportProducts(options: ExportOptions, write: (text: string) => Promise<void>): Promise<number> {
  const { db, store, onProgress = () => {} } = options
  return db.tx(
    async tx => {
      // Whoever reads what is written may be slow.
      await tx.script('set local idle_in_transaction_session_timeout = 0')
      const total = await countProducts(tx, store.id)
      const { lineOf, head } = await formatOf(tx, options)
      let text = head
      let done = 0
      for await (const { json } of everyProduct({ db: tx, store, url: options.url })) {
        text += lineOf(JSON.parse(json))
        onProgress(++done, total)
        if (text.length < pieceSize) continue
        await write(text)
        text = ''
      }
      if (text !== '') await write(text)
      return done
    },
    { isolation: 'repeatable read' },
  )
}

async function formatOf(tx: Tx, { store, format }: ExportOptions) {
  const categories = await categoryNames(tx, store)
  const locations = await locationNames(tx, store)
  /** With names beside the ids, which mean nothing in another store. */
  const exported = (product: Product): Exported => ({
    ...product,
    category_paths: product.categories.map(({ id }) => categories.pathOf(id)),
    variants: product.variants.map(variant => ({
      ...variant,
      inventory_levels: variant.inventory_levels.map(level => ({
        ...level,
        location: locations.get(level.location_id) ?? level.location_id,
      })),
    })),
  })
  if (format === 'ndjson') {
    return { head: '', lineOf: (product: Product) => `${JSON.stringify(exported(product))}\n` }
  }
  const sheet = sheetOf(store.languages, [...locations.values()])
  return { head: sheet.head, lineOf: (product: Product) => sheet.rowsOf(exported(product)) }
}

/**
 * What each location is called; one whose name another has too, in whichever language, is called by its id. The
 * catalogue is written in languages (`es`), the names of locations in locales (`es_AR`).
 */
async function locationNames(tx: Tx, { id, main_language }: StoreContext): Promise<Map<string, string>> {
  const places = await placesByPriority(tx, id)
  const byName = idsByName(places)
  const named = places.map(place => {
    const locale = Object.keys(place.name).find(key => key.startsWith(main_language)) ?? ''
    const name = (place.name[locale] ?? Object.values(place.name)[0] ?? '').trim()
    return [place.id, name === '' || byName.get(name)?.length !== 1 ? place.id : name] as const
  })
  return new Map(named)
}
