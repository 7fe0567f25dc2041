import { createHash } from 'node:crypto'
import { type Localized, mainText, spoken } from '@bodega/api'

interface Valued {
  values: readonly Localized[]
}

/** As long as an index can hold it beside its key, whatever the characters. */
const maxCombination = 400

/** Texts as one that no others have; a very long one is known by its hash. */
function joined(texts: readonly string[]): string {
  if (texts.length === 0) return ''
  const text = JSON.stringify(texts)
  return text.length <= maxCombination ? text : createHash('sha256').update(text).digest('hex')
}

/** The values by their own texts, as the table keeps them: in the main language, or else in any. */
export const combinationOf = (values: readonly Localized[], mainLanguage: string): string =>
  joined(values.map(value => mainText(spoken(value), mainLanguage)))

/** Variants as they are known in another main language; as they were, where two of them would be known by the same. */
export function recombined<V extends Valued & { combination: string }>(
  variants: readonly V[],
  mainLanguage: string,
): readonly V[] {
  const next = variants.map(variant => ({ ...variant, combination: combinationOf(variant.values, mainLanguage) }))
  return new Set(next.map(({ combination }) => combination)).size === next.length ? next : variants
}

/** Whether a variant is known by its values, in the language that is the main one or in one that was. */
export function isCombined({ values, combination }: Valued & { combination: string }): boolean {
  // A language that no value has is as good as any other that none has.
  const languages = new Set(['', ...values.flatMap(value => Object.keys(value))])
  return [...languages].some(language => combinationOf(values, language) === combination)
}

/**
 * What each of these lists of values is known by among the others: the same for the same values, in whichever language
 * they are written (contract: products 2.1). One step for each text, because there may be a thousand lists.
 */
export function identitiesOf(lists: readonly (readonly Localized[])[], mainLanguage: string): string[] {
  const texts = lists.map(values => values.map(spoken))
  const names = new Map<string, string>()
  const nameOf = (value: Localized, place: number): string => {
    // By the alphabet: the same whatever the order of the keys.
    const keys = Object.keys(value)
      .sort()
      .map(language => `${place} ${language} ${value[language]}`)
    const known = () => keys.map(key => names.get(key)).find(name => name !== undefined)
    const name = value[mainLanguage] ?? known() ?? mainText(value, mainLanguage)
    for (const key of keys) if (!names.has(key)) names.set(key, name)
    return name
  }
  // Those that name themselves go first, so that the others find them wherever they stand.
  for (const values of texts) {
    for (const [place, value] of values.entries()) if (value[mainLanguage] !== undefined) nameOf(value, place)
  }
  return texts.map(values => joined(values.map(nameOf)))
}

/** Which of the known has the values of each that is sent; `undefined` if two of these have the same. */
export function matched<V extends Valued>(
  known: readonly V[],
  sent: readonly Valued[],
  mainLanguage: string,
): (V | undefined)[] | undefined {
  const lists = [...known, ...sent].map(({ values }) => values)
  const names = identitiesOf(lists, mainLanguage)
  const wanted = names.splice(known.length)
  if (new Set(wanted).size < wanted.length) return undefined
  // Backwards, so that of several with one name the first is found.
  const byName = new Map(known.map((variant, i) => [names[i], variant] as const).reverse())
  return wanted.map(name => byName.get(name))
}

/** Those that have the same values as others, in groups. What the table could not tell apart counts too. */
export function alike<V extends Valued & { combination: string }>(variants: readonly V[], mainLanguage: string): V[][] {
  const lists = variants.map(({ values }) => values)
  const names = identitiesOf(lists, mainLanguage)
  const owners = new Map<string, V[]>()
  for (const [i, variant] of variants.entries()) {
    for (const name of new Set([variant.combination, names[i] ?? ''])) {
      const group = owners.get(name)
      if (group) group.push(variant)
      else owners.set(name, [variant])
    }
  }
  return [...owners.values()].filter(({ length }) => length > 1)
}
