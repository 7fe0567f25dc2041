import pg from 'pg'
import { hostsOf, letInWithin } from '../database/hosts.ts'

/**
 * Texts of values as every PostgreSQL reads them, whatever the settings of the server; all rows or none, where row security
 * would hide some from a user who does not own the tables; and no time limit, because a large table takes its time. All of it
 * ends with the transaction, so that it is safe behind a pooler.
 */
const settings = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = 10000;
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local array_nulls = on;
  set local row_security = off;
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`

/** One transaction on a connection of its own, which streams: the pool's connections are made for short queries. */
export async function inTransaction<T>(url: string, mode: string, body: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await open(url)
  try {
    await client.query(`begin ${mode}; ${settings}`)
    const result = await body(client)
    const { command } = await client.query('commit')
    // PostgreSQL takes the commit of a broken transaction as a rollback, and says so in the answer only.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } finally {
    // Without a commit the end of the connection is a rollback.
    await client.end()
  }
}

async function open(url: string): Promise<pg.Client> {
  const hosts = hostsOf(url)
  return hosts.reach(async () => {
    const client = new pg.Client({
      connectionString: hosts.address(),
      connectionTimeoutMillis: letInWithin,
      keepAlive: true,
    })
    // A broken connection shows itself in the query that waits for it.
    client.on('error', () => {})
    try {
      await client.connect()
      await hosts.refuseStandby(client)
      return client
    } catch (error) {
      await client.end()
      throw error
    }
  })
}
