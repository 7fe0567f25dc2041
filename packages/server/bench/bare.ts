/** The raw limit: Fastify with one prepared statement per route, and nothing else. Runs as a process of its own. */
import Fastify from 'fastify'
import pg from 'pg'

export async function serveBare(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  const app = Fastify()
  app.get<{ Params: { id: string } }>('/one/:id', async (request, reply) => {
    const { rows } = await pool.query({
      name: 'one',
      text: 'select body from bench_documents where id = $1',
      values: [request.params.id],
    })
    return reply.type('application/json; charset=utf-8').send(rows[0].body)
  })
  app.get<{ Params: { list: string } }>('/list/:list', async (request, reply) => {
    const { rows } = await pool.query({
      name: 'list',
      text: 'select body from bench_documents where list = $1 order by id limit 50',
      values: [request.params.list],
    })
    return reply.type('application/json; charset=utf-8').send(`[${rows.map(row => row.body).join(',')}]`)
  })
  app.put<{ Params: { id: string }; Body: unknown }>('/one/:id', async (request, reply) => {
    const { rows } = await pool.query({
      name: 'write',
      text: 'update bench_documents set body = $2 where id = $1 returning body',
      values: [request.params.id, JSON.stringify(request.body)],
    })
    return reply.type('application/json; charset=utf-8').send(rows[0].body)
  })
  app.post<{ Params: { id: string }; Body: { value: number } }>('/level/:id', async (request, reply) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query({
        name: 'level',
        text: 'update bench_levels set stock = stock + $2 where id = $1 returning stock',
        values: [request.params.id, request.body.value],
      })
      await client.query({
        name: 'movement',
        text: 'insert into bench_movements (level_id, delta, level_after) values ($1, $2, $3)',
        values: [request.params.id, request.body.value, rows[0].stock],
      })
      await client.query('commit')
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows[0]))
    } finally {
      client.release()
    }
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ address })
}
