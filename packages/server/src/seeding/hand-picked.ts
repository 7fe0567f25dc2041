import type { Write } from '../access/index.ts'
import { ensureLocations } from '../locations/index.ts'
import { createProducts, draftOf } from '../products/index.ts'
import { plantCategories } from './categories.ts'
import { kinds } from './departments.ts'
import type { Idea } from './ideas.ts'
import { productOf, type Shop } from './product.ts'
import { randomOf } from './random.ts'
import { type Choice, colors, texts } from './words.ts'

/** A product that somebody thought of. Texts are `Spanish|Portuguese|English`. */
export interface HandPicked {
  /** The code of its kind. */
  kind: string
  name: string
  about: string
  brand: string
  tags: string
  /** Dollars. */
  price: number
  /** Codes with spaces between them; every size comes in every colour. */
  sizes: string
  colors: string
  /** At every location; chance decides where it is left out. */
  stock?: number | null
}

function chosen(from: readonly Choice[], codes: string): Choice[] {
  return codes.split(' ').map(code => {
    const found = from.find(choice => choice.code === code)
    if (!found) throw new Error(`there is no choice ${code}`)
    return found
  })
}

function ideaFrom({ name, about, brand, price, ...item }: HandPicked): Idea {
  const kind = kinds.find(({ code }) => code === item.kind)
  if (!kind) throw new Error(`there is no kind ${item.kind}`)
  const { es, pt, en } = texts(about)
  return {
    kind,
    name: texts(name),
    description: { es: `<p>${es}</p>`, pt: `<p>${pt}</p>`, en: `<p>${en}</p>` },
    brand,
    tags: item.tags.split(' ').map(texts),
    price,
    choices: chosen(colors, item.colors).flatMap(color =>
      chosen(kind.sizes, item.sizes).map(size => [size, color] as const),
    ),
    ...(item.stock === undefined ? {} : { stock: item.stock }),
  }
}

/** Adds these products to the store of the call, with the categories that they need, and tells of them. */
export async function addHandPicked(call: Write, items: readonly HandPicked[]): Promise<void> {
  const shop: Shop = {
    store: call.store,
    locations: await ensureLocations(call),
    categories: await plantCategories(call),
  }
  const drafts = items.map((item, i) =>
    draftOf(productOf(ideaFrom(item), 1000 + i, randomOf(0, i), shop), [], call.store),
  )
  await createProducts(call, drafts, 'import')
}
