import { type Connection, held, isPooled, isWalled, nameOf, settingsOf } from './connection.ts'
import { isThere, role } from './wall.ts'

export interface Greeting {
  /** No limit on how long a statement takes. */
  isPatient: boolean
  nameOf(text: string): string | undefined
}

const question = `
  select pg_backend_pid() as pid, ${isThere} as is_walled,
         current_setting('transaction_timeout', true) is not null as limits_transactions`

/**
 * Finds out what a new connection is, and tells it what holds. A pooler between us and PostgreSQL (PgBouncer and its like,
 * in transaction mode) shows itself: the backend that answers is not the one that greeted us. Then nothing may live in
 * the session: no named statements, no settings.
 */
export async function greet(connection: Connection, greeting: Greeting): Promise<void> {
  const { rows } = await connection.query(question)
  const settings = settingsOf(greeting.isPatient, rows[0].limits_transactions)
  connection[isPooled] = rows[0].pid !== connection.processID
  connection[isWalled] = rows[0].is_walled === true
  if (connection[isPooled]) {
    connection[held] = settings
    return
  }
  connection[nameOf] = greeting.nameOf
  // Until it is told whose rows it is about, it sees none.
  const closed = connection[isWalled] ? [...settings, `role ${role}`] : settings
  await connection.query(closed.map(setting => `set ${setting}`).join('; '))
}
