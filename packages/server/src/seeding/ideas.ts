import { type Kind, kinds } from './departments.ts'
import { between, pick, type Random } from './random.ts'
import { brands, type Choice, collections, lines, promises, type Texts, tags } from './words.ts'

/** What a product is about, before it has variants, prices and stock. */
export interface Idea {
  kind: Kind
  name: Texts
  description: Texts
  brand: string
  tags: readonly Texts[]
  /** Dollars. */
  price: number
  /** The variants, where they are not left to chance. */
  choices?: readonly Combination[]
  /** At every location, where it is not left to chance; `null` is without limit. */
  stock?: number | null
}

/** What tells a variant from the others. */
export type Combination = readonly [size: Choice, color: Choice]

const wholes = kinds.flatMap(kind => kind.materials.map(material => ({ kind, material })))
const combinations = wholes.length * collections.length * lines.length

/** Shares no divisor with the number of combinations, so that the walk below meets each once before any twice. */
const stride = 104_729

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

const map = (make: (language: keyof Texts) => string): Texts => ({ es: make('es'), pt: make('pt'), en: make('en') })

/** The idea with this number. Names do not repeat within the first 200,000, and later ones carry a number. */
export function ideaOf(seed: number, index: number, random: Random): Idea {
  const place = (seed * 7919 + index * stride) % combinations
  const { kind, material } = at(wholes, place)
  const collection = at(collections, Math.floor(place / wholes.length))
  const line = at(lines, Math.floor(place / wholes.length / collections.length))
  const round = Math.floor(index / combinations)
  const call = round === 0 ? `${collection} ${line}` : `${collection} ${line} ${round + 1}`
  const name: Texts = {
    es: `${kind.noun.es} ${material.es} ${call}`,
    pt: `${kind.noun.pt} ${material.pt} ${call}`,
    en: `${call} ${material.en} ${kind.noun.en.toLowerCase()}`,
  }
  const brand = pick(random, brands)
  const first = between(random, 0, promises.length - 1)
  const second = first + between(random, 1, promises.length - 1)
  const said = [at(promises, first), at(promises, second)]
  const [cheap, dear] = kind.price
  return {
    kind,
    name,
    description: map(
      language => `<p>${name[language]}. ${brand}.</p><p>${said.map(promise => promise[language]).join(' ')}</p>`,
    ),
    brand,
    tags: [pick(random, tags), kind.category],
    price: cheap + random() * (dear - cheap),
  }
}
