/** The raw limit: Fastify with prepared statements, and nothing else. Runs as a process of its own. */
import Fastify from 'fastify'
import pg from 'pg'

const json = 'application/json; charset=utf-8'

export async function serveBare(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  const app = Fastify()

  async function transaction<T>(body: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const result = await body(client)
      await client.query('commit')
      return result
    } finally {
      client.release()
    }
  }

  app.get<{ Params: { id: string } }>('/one/:id', async (request, reply) => {
    const { rows } = await pool.query({
      name: 'one',
      text: 'select body from bench_documents where id = $1',
      values: [request.params.id],
    })
    return reply.type(json).send(rows[0].body)
  })
  app.get<{ Params: { list: string } }>('/list/:list', async (request, reply) => {
    const { rows } = await pool.query({
      name: 'list',
      text: 'select body from bench_documents where list = $1 order by id limit 50',
      values: [request.params.list],
    })
    return reply.type(json).send(`[${rows.map(row => row.body).join(',')}]`)
  })
  /** A document is written again, as long as it was, and a line about it. */
  app.put<{ Params: { id: string }; Body: unknown }>('/one/:id', async (request, reply) => {
    const body = await transaction(async client => {
      const { rows } = await client.query({
        name: 'write',
        text: 'update bench_documents set body = body, version = version + 1 where id = $1 returning body',
        values: [request.params.id],
      })
      await client.query({
        name: 'line',
        text: 'insert into bench_lines (about, content) values ($1, $2)',
        values: [request.params.id, JSON.stringify(request.body)],
      })
      return rows[0].body
    })
    return reply.type(json).send(body)
  })
  /** One update and one insert in a transaction. The answer is as long as that of the server. */
  app.put<{ Params: { id: string }; Body: { stock: number } }>('/level/:id', async (request, reply) => {
    const body = await transaction(async client => {
      const { rows } = await client.query({
        name: 'level',
        text: 'update bench_levels set stock = $2 where id = $1 returning stock, body',
        values: [request.params.id, request.body.stock],
      })
      await client.query({
        name: 'movement',
        text: 'insert into bench_movements (level_id, delta, level_after) values ($1, $2, $3)',
        values: [request.params.id, request.body.stock, rows[0].stock],
      })
      return rows[0].body
    })
    return reply.type(json).send(body)
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ address })
}
