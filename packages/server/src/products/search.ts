import { fold, like } from '../platform/database/search.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { Aggregate } from './rows.ts'

/**
 * What `q` seeks: a line for each text of a product. The line of a name begins with the languages that say it, in
 * characters of private use, which nobody seeks and the trigrams pass over: one index serves every language.
 */
const [begin, end] = ['\ue000', '\ue001']

const mark = (language: string): string =>
  begin + [...language].map(letter => String.fromCharCode(0xe100 + (letter.charCodeAt(0) & 0xff))).join('') + end

function textsOf({ product, variants }: Aggregate) {
  const folded = (texts: readonly string[]) => texts.filter(text => text !== '').map(fold)
  // The database keeps languages in an order of its own.
  const languages = Object.keys(product.name).sort()
  const names = languages.flatMap(language =>
    folded([product.name[language] ?? '']).map(name => ({ name, mark: mark(language) })),
  )
  return { names, others: folded([product.tags, ...variants.map(({ sku }) => sku ?? '')]) }
}

export function searchText(aggregate: Aggregate): string {
  const { names, others } = textsOf(aggregate)
  const lines = new Map<string, string>()
  for (const { name, mark } of names) lines.set(name, (lines.get(name) ?? '') + mark)
  return [...[...lines].map(([name, marks]) => marks + name), ...new Set(others)].join('\n')
}

/** As rows have it that were written before names told their language: all of it is found in each. */
export function unmarkedText(aggregate: Aggregate): string {
  const { names, others } = textsOf(aggregate)
  return [...new Set([...names.map(({ name }) => name), ...others])].join('\n')
}

/**
 * Every word must occur somewhere in the names, tags or SKUs, if only as a part; in a language, in a name of that
 * language or in what has none. The index finds the word, and the lines are looked through only where it is.
 */
export function searched(q: string, language?: string): Sql[] {
  const words = fold(q)
    .split(/\s+/)
    .filter(word => word !== '')
  return words.flatMap(word => {
    const anywhere = sql`p.search like ${like(word)}`
    return language ? [anywhere, sql`exists (${linesWith(word, language)})`] : [anywhere]
  })
}

const linesWith = (word: string, language: string): Sql => sql`
  select 1
    from unnest(string_to_array(p.search, E'\\n')) line
   where line like ${like(word)} and (line like ${like(mark(language))} or line not like ${`${begin}%`})`
