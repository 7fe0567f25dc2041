import { once } from 'node:events'
import { type AddressInfo, connect as connectTo, createServer } from 'node:net'
import fc from 'fast-check'
import Type from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '../../testing/database.ts'
import { atEnd } from '../../testing/ending.ts'
import { connect, type Db } from './database.ts'
import { isConnectionLoss } from './failures.ts'
import { addressesOf, hostsOf } from './hosts.ts'
import { raw, sql } from './sql.ts'

describe('an address', () => {
  const name = fc.stringMatching(/^[a-z0-9.-]{1,12}(:\d{1,4})?$/)
  const before = fc.constantFrom(
    'postgres://',
    'postgresql://user@',
    'postgres://user:p%40ss,word@',
    'postgres://u:p@ss@',
  )
  const after = fc.constantFrom('', '/shop', '/shop?sslmode=disable,x', '?target_session_attrs=read-write')

  test('names one host or several, and all else holds for each', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), before, after, (hosts, head, tail) => {
        expect(addressesOf(`${head}${hosts.join(',')}${tail}`)).toEqual(hosts.map(host => `${head}${host}${tail}`))
      }),
    )
  })

  test('may name hosts in brackets, or none', () => {
    expect(addressesOf('postgres://[::1]:1,[::2]:2/a')).toEqual(['postgres://[::1]:1/a', 'postgres://[::2]:2/a'])
    expect(addressesOf('postgres:///shop?host=/run')).toEqual(['postgres:///shop?host=/run'])
  })
})

test('whoever asks for TLS is sure of the certificate, unless told otherwise', () => {
  for (const word of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    expect(addressesOf(`postgres://a,b/shop?sslmode=${word}&application_name=x`)).toEqual([
      'postgres://a/shop?sslmode=verify-full&application_name=x',
      'postgres://b/shop?sslmode=verify-full&application_name=x',
    ])
  }
  for (const url of ['disable', 'no-verify', 'require&uselibpqcompat=true'].map(
    word => `postgres://a/shop?sslmode=${word}`,
  ))
    expect(addressesOf(url)).toEqual([url])
})

describe('one host after the other', () => {
  const away = Object.assign(new Error(), { code: 'ECONNREFUSED' })
  /** Who was asked, where only these can be reached. */
  async function asked(hosts: ReturnType<typeof hostsOf>, reachable: string): Promise<string[]> {
    const trail: string[] = []
    await hosts
      .reach(async () => {
        const [, host = ''] = hosts.address().split('//')
        trail.push(host)
        if (!reachable.includes(host)) throw away
      })
      .catch(() => trail.push('none'))
    return trail
  }

  test('is tried once each, and the right one first the next time', async () => {
    const hosts = hostsOf('postgres://a,b,c')
    expect(await asked(hosts, 'c')).toEqual(['a', 'b', 'c'])
    expect(await asked(hosts, 'c')).toEqual(['c'])
    expect(await asked(hosts, 'b')).toEqual(['c', 'a', 'b'])
    expect(await asked(hosts, '-')).toEqual(['b', 'c', 'a', 'none'])
  })

  test('is not tried for an error that another host would answer with too', async () => {
    const hosts = hostsOf('postgres://a,b')
    const wrong = Object.assign(new Error(), { code: '28P01' })
    await expect(hosts.reach(() => Promise.reject(wrong))).rejects.toBe(wrong)
    expect(hosts.address()).toBe('postgres://a')
  })

  test('is tried once more where it is alone and lets nobody in in time, and not where it cannot be reached', async () => {
    const late = new Error('timeout exceeded when trying to connect')
    const tries = async (url: string, reasons: Error[]) => {
      const left = [...reasons]
      const outcome = await hostsOf(url)
        .reach(async () => {
          const reason = left.shift()
          if (reason) throw reason
          return 'reached'
        })
        .catch(error => error)
      return { outcome, left }
    }
    expect(await tries('postgres://a', [late])).toEqual({ outcome: 'reached', left: [] })
    expect(await tries('postgres://a', [late, late, late])).toEqual({ outcome: late, left: [late] })
    expect(await tries('postgres://a', [away, late])).toEqual({ outcome: away, left: [late] })
    expect(await tries('postgres://a,b', [late, late, late])).toEqual({ outcome: late, left: [late] })
  })

  test('is passed once by many who fail at the same moment', async () => {
    const hosts = hostsOf('postgres://a,b')
    const trails = await Promise.all(Array.from({ length: 5 }, () => asked(hosts, 'b')))
    expect(trails).toEqual(Array(5).fill(['a', 'b']))
  })
})

describe('connections', () => {
  const Name = Type.Object({ name: Type.String() })
  let address: URL
  let admin: Db

  beforeAll(async () => {
    const { db, url } = await database()
    ;[admin, address] = [db, new URL(url)]
  })

  /** `postgres://user@host,host/database` */
  const through = (...hosts: string[]) => {
    const database = connect({ url: address.href.replace(address.host, hosts.join()), size: 2 })
    atEnd(() => database.close())
    return database.everywhere
  }
  const nameOf = async (db: Db) => (await db.one(Name, sql`select current_database() as name`)).name

  test('pass a host where nobody listens', async () => {
    expect(await nameOf(through('127.0.0.1:1', address.host))).toBe(address.pathname.slice(1))
  })

  test('are had from a server that was slow to let them in', async () => {
    // It takes the first connection, and is silent.
    let isSilent = true
    const door = createServer(near => {
      near.on('error', () => {})
      if (!isSilent) near.pipe(connectTo(Number(address.port), address.hostname).on('error', () => {})).pipe(near)
      isSilent = false
    }).listen(0, '127.0.0.1')
    atEnd(async () => void door.close())
    await once(door, 'listening')
    const db = through(`127.0.0.1:${(door.address() as AddressInfo).port}`)
    expect(await nameOf(db)).toBe(address.pathname.slice(1))
  })

  test('refuse a host that takes no writes, and come back when it does', async () => {
    const name = address.pathname.slice(1)
    const db = through(address.host, address.host)
    await admin.run(raw(`alter database ${name} set default_transaction_read_only = on`))
    await expect(nameOf(db)).rejects.toMatchObject({ code: '25006' })
    // One host alone may be a standby, from which a backup can be made.
    expect(await nameOf(through(address.host))).toBe(name)
    await admin.tx(async tx => {
      await tx.script('set transaction read write')
      await tx.script(`alter database ${name} reset default_transaction_read_only`)
    })
    expect(await nameOf(db)).toBe(name)
  })

  test('to a server that has become a standby are given up: what failed there is tried again elsewhere', async () => {
    const db = through(address.host, address.host)
    const Pid = Type.Object({ pid: Type.Integer() })
    const pid = () => db.tx(tx => tx.one(Pid, sql`select pg_backend_pid() as pid`))
    const before = await pid()
    const write = db.tx(async tx => {
      await tx.script('set transaction read only')
      await tx.script('create table never (id integer)')
    })
    await expect(write).rejects.toSatisfy(isConnectionLoss)
    expect(await pid()).not.toEqual(before)
  })
})
