import { connect as connectTo, createServer, type Server, type Socket } from 'node:net'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { database } from '../../testing/database.ts'
import { signal } from '../../testing/waiting.ts'
import { connect, type Db, type Tx } from './database.ts'
import { codeOf, isConnectionLoss } from './failures.ts'
import { json, plannedAnew, raw, sql } from './sql.ts'

const Value = Type.Object({ value: Type.Integer() })
const Id = Type.Object({ id: Type.Integer() })
const Statement = Type.Object({ statement: Type.String() })

let db: Db
let url: string

beforeAll(async () => {
  ;({ db, url } = await database())
  await db.run(raw('create table counters (id integer primary key, value integer not null)'))
  await db.run(raw('insert into counters values (1, 0), (2, 0), (3, 0)'))
})

const read = async (id: number) => (await db.one(Value, sql`select value from counters where id = ${id}`)).value

describe('transactions', () => {
  test('commit with their body, and roll back with its error', async () => {
    expect(await db.tx(async tx => tx.run(sql`update counters set value = 5 where id = 3`))).toBe(1)
    const failing = db.tx(async tx => {
      await tx.run(sql`update counters set value = 6 where id = 3`)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await read(3)).toBe(5)
  })

  test('end with their body: who is left behind by a failure reaches nobody else', async () => {
    const { promise, give } = signal()
    let late: Promise<unknown> | undefined
    const failing = db.tx(async tx => {
      late = promise.then(() => tx.run(sql`update counters set value = 9 where id = 3`))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    give()
    await expect(late).rejects.toThrow('the transaction is over')
    expect(await read(3)).toBe(5)
  })

  test('fail with the first of several failures, however they are waited for', async () => {
    const later = async <T>(answer: Promise<T>) => {
      for (let turns = 0; turns < 5; turns++) await null
      return answer.catch(async error => {
        await null
        throw error
      })
    }
    const failing = db.tx(tx =>
      Promise.all([later(tx.run(sql`select 1 / ${0}::int`)), tx.run(sql`select 1`), tx.run(sql`select 2`)]),
    )
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  })

  test('40001: who cannot be put in order tries again, and no work is lost', async () => {
    let runs = 0
    const add = () =>
      db.tx(
        async tx => {
          runs++
          const { value } = await tx.one(Value, sql`select value from counters where id = 1`)
          await tx.run(sql`update counters set value = ${value + 1} where id = 1`)
        },
        { isolation: 'repeatable read' },
      )
    await Promise.all(Array.from({ length: 8 }, add))
    expect(await read(1)).toBe(8)
    expect(runs).toBeGreaterThan(8)
  })

  test('40P01: of two that wait for each other one tries again, and both succeed', async () => {
    const both = [signal(), signal()]
    let runs = 0
    const cross = (own: 0 | 1) =>
      db.tx(async tx => {
        runs++
        await tx.run(sql`update counters set value = value + 1 where id = ${own + 2}`)
        both[own]?.give()
        await both[1 - own]?.promise
        await tx.run(sql`update counters set value = value + 1 where id = ${3 - own}`)
      })
    const before = [await read(2), await read(3)]
    await Promise.all([cross(0), cross(1)])
    // On a slow machine PostgreSQL may find out for both.
    expect(runs).toBeGreaterThanOrEqual(3)
    expect([await read(2), await read(3)]).toEqual(before.map(value => value + 2))
  })

  test('other errors are not tried again, and conflicts not for ever', async () => {
    let runs = 0
    const raise = (code: string) =>
      db.tx(async tx => {
        runs++
        await tx.script(`do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`)
      })
    await expect(raise('23505')).rejects.toThrow('raised')
    expect(runs).toBe(1)
    runs = 0
    await expect(raise('40001')).rejects.toThrow('raised')
    expect(runs).toBe(12)
  })

  test('an error that the body swallows does not pass for success', async () => {
    const swallowing = db.tx(async tx => {
      await tx.run(sql`update counters set value = 77 where id = 1`)
      await tx.run(sql`insert into counters values (1, 0)`).catch(() => {})
      return 'done'
    })
    await expect(swallowing).rejects.toThrow('duplicate key')
    expect(await read(1)).not.toBe(77)
  })

  test('what is sent takes its turn, and is seen by what is asked after it', async () => {
    const seen = await db.tx(async tx => {
      tx.send(sql`update counters set value = 55 where id = 1`)
      return tx.one(Value, sql`select value from counters where id = 1`)
    })
    expect(seen.value).toBe(55)
    await db.tx(async tx => tx.send(sql`update counters set value = 56 where id = 1`))
    expect(await read(1)).toBe(56)
  })

  test('what is sent and fails takes all with it, and says why', async () => {
    const failing = (last: (tx: Tx) => unknown) =>
      db.tx(async tx => {
        tx.send(sql`update counters set value = 78 where id = 1`)
        tx.send(sql`insert into counters values (1, 0)`)
        await last(tx)
      })
    await expect(failing(() => {})).rejects.toThrow('duplicate key')
    await expect(failing(tx => tx.run(sql`select 1`))).rejects.toThrow('duplicate key')
    expect(await read(1)).not.toBe(78)
  })

  test('a conflict of what is sent is tried again', async () => {
    let runs = 0
    await db.tx(async tx => {
      runs++
      if (runs === 1) tx.send(raw("do $$ begin raise exception 'raised' using errcode = '40001'; end $$"))
      else tx.send(sql`update counters set value = 79 where id = 1`)
    })
    expect(runs).toBe(2)
    expect(await read(1)).toBe(79)
  })
})

test('a statement that comes again is kept with its plan, unless it is to be planned anew', async () => {
  const kept = (id: number) => sql`select value from counters where id = ${id} and 'kept' <> ''`
  const fresh = (id: number) => plannedAnew(sql`select value from counters where id = ${id} and 'fresh' <> ''`)
  const known = await db.tx(async tx => {
    for (const id of [1, 2, 1]) await Promise.all([tx.one(Value, kept(id)), tx.one(Value, fresh(id))])
    return tx.many(
      Statement,
      sql`select statement from pg_prepared_statements where statement like '%from counters%<>%'`,
    )
  })
  expect(known.flatMap(({ statement }) => /'(kept|fresh)'/.exec(statement)?.[1] ?? [])).toEqual(['kept'])
})

describe('what tests notice', () => {
  test('a query that leaves its transaction', async () => {
    const leaving = db.tx(async () => db.run(sql`select 1`))
    await expect(leaving).rejects.toThrow('a query left its transaction: select 1')
    const deeper = db.tx(async tx => {
      await tx.run(sql`select 1`)
      await Promise.all([db.many(Id, sql`select 1 as id`)])
    })
    await expect(deeper).rejects.toThrow('left its transaction')
    expect(await db.run(sql`select 1`)).toBe(1)
  })

  test('a transaction inside another', async () => {
    await expect(db.tx(() => db.tx(async () => 1))).rejects.toThrow('inside another')
  })

  test('a row that does not match its schema', async () => {
    await expect(db.one(Id, sql`select 'x' as id`)).rejects.toThrow('a row does not match its schema')
    await expect(db.many(Id, sql`select null::int as id`)).rejects.toThrow('does not match')
    await expect(db.tx(tx => tx.maybe(Id, sql`select 1 as other`))).rejects.toThrow('does not match')
  })

  test('but not in production, where rows are trusted', async () => {
    const trusting = connect({ url, size: 1 })
    expect(await trusting.everywhere.one(Id, sql`select 'x' as id`)).toEqual({ id: 'x' })
    await trusting.close()
  })
})

describe('queries', () => {
  test('one demands a row, maybe does not', async () => {
    expect(await db.maybe(Id, sql`select 1 as id where false`)).toBeUndefined()
    await expect(db.one(Id, sql`select 1 as id where false`)).rejects.toThrow('expected a row')
  })

  test('what goes into a jsonb column comes out again, arrays too', async () => {
    const Json = Type.Object({ value: Type.Unknown() })
    for (const value of [[1, 'a', null], { a: { b: [] } }, 'text', 7, null, [[]]]) {
      expect((await db.one(Json, sql`select ${json(value)} as value`)).value).toEqual(value)
    }
  })

  test('values are never a part of the statement', async () => {
    const Text = Type.Object({ value: Type.String() })
    for (const value of ["'", "'; drop table counters; --", '$1', '\\', '"', '%s']) {
      expect((await db.one(Text, sql`select ${value}::text as value`)).value).toBe(value)
    }
  })

  test('a session has its limits and speaks UTC', async () => {
    const Setting = Type.Object({ value: Type.String() })
    const show = async (name: string) => (await db.one(Setting, sql`select current_setting(${name}) as value`)).value
    expect(await show('statement_timeout')).toBe('15s')
    expect(await show('lock_timeout')).toBe('10s')
    expect(await show('idle_in_transaction_session_timeout')).toBe('30s')
    expect(await show('timezone')).toBe('UTC')
  })
})

test('a store is told to PostgreSQL as a number, and what is none is no store', async () => {
  const database = connect({ url, size: 1 })
  for (const store of [1.5, Number.NaN, 2 ** 60, "1'; drop table counters; --" as never])
    expect(() => database.of(store)).toThrow('not a store')
  await database.close()
})

describe('a connection that breaks', () => {
  test('is told from a wrong query, and replaced', async () => {
    const database = connect({ url, size: 1 })
    const own = database.everywhere
    const killed = await own.run(sql`select pg_terminate_backend(pg_backend_pid())`).catch(error => error)
    expect(isConnectionLoss(killed)).toBe(true)
    const inside = await own
      .tx(async tx => {
        await tx.run(sql`select pg_terminate_backend(pg_backend_pid())`)
      })
      .catch(error => error)
    expect(isConnectionLoss(inside)).toBe(true)
    expect(await own.run(sql`select 1`)).toBe(1)
    const wrong = await own.run(sql`select nonsense`).catch(error => error)
    expect(isConnectionLoss(wrong)).toBe(false)
    expect(codeOf(wrong)).toBe('42703')
    await database.close()
  })

  test('a server that is not there is a loss too', async () => {
    const away = connect({ url: 'postgres://nobody@127.0.0.1:1/nothing', size: 1 })
    expect(isConnectionLoss(await away.everywhere.run(sql`select 1`).catch(error => error))).toBe(true)
    await away.close()
  })
})

/** What a client says, message by message; the first one has no letter. */
function* messages(bytes: Buffer): Generator<{ type: string; body: Buffer; end: number }> {
  for (let at = 0; at + 5 <= bytes.length; ) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) return
    yield { type: String.fromCharCode(bytes[at] ?? 0), body: bytes.subarray(at + 5, end), end }
    at = end
  }
}

/** The last word of PostgreSQL or a pooler on a connection. */
function fatal(message: string): Buffer {
  const body = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/**
 * Stands between the driver and PostgreSQL and keeps what is said. As a pooler in transaction mode it greets with a
 * process id of its own, for it cannot know which backend will answer.
 */
async function between(
  isPooler: boolean,
  refuses?: { statement: RegExp; message: string },
): Promise<{ url: string; statements: string[]; names: string[]; close(): void }> {
  const target = new URL(url)
  const [statements, names, sockets]: [string[], string[], Socket[]] = [[], [], []]
  const listen = (client: Socket) => {
    const server = connectTo(Number(target.port), target.hostname)
    sockets.push(client, server)
    let said = Buffer.alloc(0)
    let isStarted = false
    client.on('data', chunk => {
      said = Buffer.concat([said, chunk])
      if (!isStarted) {
        said = said.subarray(said.readUInt32BE(0))
        isStarted = true
      }
      let read = 0
      for (const { type, body, end } of messages(said)) {
        read = end
        const [first = '', second = ''] = body.toString('utf8').split('\0')
        if (refuses && type === 'Q' && refuses.statement.test(first)) return void client.end(fatal(refuses.message))
        if (type === 'Q') statements.push(first)
        if (type !== 'P') continue
        statements.push(second)
        if (first !== '') names.push(first)
      }
      said = said.subarray(read)
      server.write(chunk)
    })
    let isGreeted = !isPooler
    server.on('data', chunk => {
      for (const { type, body } of isGreeted ? [] : messages(chunk)) {
        if (type !== 'K') continue
        body.writeUInt32BE(999_999_999, 0)
        isGreeted = true
      }
      client.write(chunk)
    })
    for (const socket of [client, server]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        server.destroy()
      })
    }
  }
  const proxy: Server = createServer(listen)
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as { port: number }).port)
  const close = () => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  }
  return { url: through.href, statements, names, close }
}

describe('behind a pooler in transaction mode', () => {
  const closers: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closers) await close()
  })

  /** The same work, directly and through the pooler. */
  async function work(isPooler: boolean) {
    const wire = await between(isPooler)
    const database = connect({ url: wire.url, size: 2, strict: true })
    closers.push(() => database.close(), wire.close)
    const own = database.everywhere
    expect(await own.one(Id, sql`select ${7}::int as id`)).toEqual({ id: 7 })
    const Settings = Type.Object({ timeout: Type.String(), zone: Type.String() })
    const inside = await own.tx(async tx => {
      await tx.run(sql`update counters set value = value + 1 where id = 1`)
      return tx.one(
        Settings,
        sql`select current_setting('statement_timeout') as timeout, current_setting('timezone') as zone`,
      )
    })
    expect(inside).toEqual({ timeout: '15s', zone: 'UTC' })
    const Standing = Type.Object({ role: Type.String(), store: Type.String() })
    const standing = sql`select current_user::text as role, current_setting('bodega.store_id', true) as store`
    const [single, within, after] = [
      await database.of(7).one(Standing, standing),
      await database.of(8).tx(tx => tx.one(Standing, standing)),
      await own.one(Standing, standing),
    ]
    expect([single, within]).toEqual(['7', '8'].map(store => ({ role: 'bodega_store', store })))
    expect(after).toEqual({ role: 'bodega', store: '' })
    await expect(database.of(7).run(sql`select 1 / ${0}::int`)).rejects.toThrow('zero')
    return wire
  }

  test('nothing lives in the session: no named statements, no settings outside a transaction', async () => {
    const { statements, names } = await work(true)
    expect(names).toEqual([])
    for (const text of statements) {
      for (const part of text.split(';')) expect(part.trim()).not.toMatch(/^(set (?!local )|prepare|listen|discard)/i)
    }
    expect(statements.some(text => /set local statement_timeout/.test(text))).toBe(true)
  })

  test('without one, statements are prepared once and the session is set up', async () => {
    const { statements, names } = await work(false)
    expect(names.length).toBeGreaterThan(0)
    expect(statements.some(text => /^set statement_timeout/.test(text))).toBe(true)
  })

  test('one that takes no transactions is heard, not only that it hangs up', async () => {
    const message = 'transaction blocks not allowed in statement pooling mode'
    const wire = await between(true, { statement: /^begin/, message })
    const { everywhere, of, close } = connect({ url: wire.url, size: 1, strict: true })
    closers.push(close, wire.close)
    await expect(everywhere.tx(tx => tx.run(sql`select 1`))).rejects.toThrow(message)
    await expect(of(7).run(sql`select 1`)).rejects.toThrow(message)
  })
})

test('of a connection that is cut off while it is closed nobody hears', async () => {
  const { hostname, port } = new URL(url)
  const fields = ['SFATAL', 'C57P01', 'Mterminating connection due to administrator command']
  const text = Buffer.from(`${fields.join('\0')}\0\0`)
  const cutOff = Buffer.concat([Buffer.from([0x45, 0, 0, 0, text.length + 4]), text])
  const isGoodbye = (piece: Buffer) => piece[0] === 0x58
  const { promise: said, give: saying } = signal()
  const proxy = createServer(near => {
    const far = connectTo(Number(port), hostname)
    near.on('data', piece => {
      if (!isGoodbye(piece)) return far.write(piece)
      far.end(piece)
      near.end(cutOff, saying)
    })
    far.on('data', piece => near.write(piece))
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  Object.assign(through, { hostname: '127.0.0.1', port: String((proxy.address() as { port: number }).port) })
  const errors: Error[] = []
  const database = connect({ url: through.href, onError: error => errors.push(error) })
  await database.everywhere.one(Id, sql`select 1 as id`)
  await database.close()
  await said
  // What was said before a question has arrived before its answer.
  await read(1)
  proxy.close()
  expect(errors).toEqual([])
})
