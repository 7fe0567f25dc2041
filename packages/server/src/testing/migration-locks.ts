/**
 * What a migration may not do to a table that has rows, because all who use the table would wait until it is done, or
 * because the release before, which still serves, could no longer use it.
 */
export interface Lockup {
  table: string
  statement: string
  reason: string
}

const withoutComments = (text: string) => text.replace(/--[^\n]*/g, '')

const statementsOf = (text: string): string[] =>
  withoutComments(text)
    .split(';')
    .map(statement => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean)

const volatile = /default (?!null\b|now\(\)|current_timestamp|transaction_timestamp\(\))[a-z_.]*\(/

/** What a part of an `alter table` does that takes as long as the table is large. */
function slowChange(change: string): string | undefined {
  const adds = /^add (?:column )?(?!constraint\b|check\b|foreign\b|unique\b|primary\b)/.test(change)
  if (adds && volatile.test(change)) return 'a default that differs from row to row rewrites the table'
  if (adds && /generated (always|by default) as/.test(change)) return 'a generated column rewrites the table'
  if (adds && /\b(check ?\(|references|unique|primary key)/.test(change)) return 'the table is read under the lock'
  if (adds && /not null(?!.*default)(?<!default.*)/.test(change)) return 'rows without a value refuse it'
  if (/^add (constraint \S+ )?(check|foreign key)/.test(change) && !/not valid$/.test(change))
    return 'the table is read under the lock: not valid first, validate in a file of its own'
  if (/^add (constraint \S+ )?(unique|primary key|exclude)(?!.*using index)/.test(change))
    return 'the index is built under the lock'
  if (/^alter (column )?\S+ set not null/.test(change)) return 'the table is read under the lock: a valid check first'
  if (/^alter (column )?\S+ (set data )?type/.test(change)) return 'another type rewrites the table'
  if (/^(drop (?!default|constraint)|rename)/.test(change)) return 'the release before still uses it'
  return undefined
}

/** The changes of one `alter table`, split at commas outside of brackets. */
function changesOf(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map(part => part.trim())
}

function reasonsFor(statement: string): { table: string; reason: string }[] {
  const [, altered = '', changes = ''] = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(statement) ?? []
  if (altered) {
    const reasons = changesOf(changes).flatMap(change => slowChange(change) ?? [])
    return reasons.map(reason => ({ table: altered, reason }))
  }
  const [, indexed = ''] = /^create (?:unique )?index .*?\bon (?:only )?([a-z_]+)/.exec(statement) ?? []
  if (indexed) return [{ table: indexed, reason: 'nobody writes while the index is built' }]
  const [, written = ''] =
    /^(?:update|delete from|insert into|truncate(?: table)?|cluster|vacuum full) ([a-z_]+)/.exec(statement) ?? []
  if (written) return [{ table: written, reason: 'its rows stay locked until the migration ends' }]
  const [, dropped = ''] = /^drop table (?:if exists )?([a-z_]+)/.exec(statement) ?? []
  return dropped ? [{ table: dropped, reason: 'the release before still uses it' }] : []
}

/** What is wrong with a migration, for tables that it does not make itself. */
export function lockupsOf(text: string): Lockup[] {
  const statements = statementsOf(text)
  const made = new Set(
    statements.flatMap(
      statement => /^create (?:unlogged )?table (?:if not exists )?([a-z_]+)/.exec(statement)?.[1] ?? [],
    ),
  )
  return statements.flatMap(statement =>
    reasonsFor(statement)
      .filter(({ table }) => !made.has(table))
      .map(({ table, reason }) => ({ table, statement, reason })),
  )
}
