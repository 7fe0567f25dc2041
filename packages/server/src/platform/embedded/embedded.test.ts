import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { slowness } from '../../testing/process.ts'
import { connect } from '../database/database.ts'
import { raiseWall } from '../database/grants.ts'
import { migrate } from '../database/migrate.ts'
import { sql } from '../database/sql.ts'
import { asAccount, unprivilegedAccount } from './account.ts'
import { ensureLinks, findBinaries, findPackage } from './binaries.ts'
import { runCommand } from './command.ts'
import { findProcesses, identify, isAlive } from './identity.ts'
import { type Embedded, EmbeddedError, startEmbedded, useEmbedded } from './index.ts'
import { clusterName } from './orphan.ts'
import { findPlace } from './place.ts'
import type { State } from './state.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
const folders: string[] = []
const running: Embedded[] = []
const children: ChildProcess[] = []
const lines: string[] = []

afterEach(async () => {
  for (const child of children.splice(0)) if (child.kill('SIGKILL')) await once(child, 'exit')
  await Promise.all(running.splice(0).map(embedded => embedded.stop()))
  lines.length = 0
})

afterAll(() => {
  for (const folder of folders) {
    const cluster = join(folder, 'postgres')
    // as root the data of a closed folder lies elsewhere
    if (existsSync(cluster) && lstatSync(cluster).isSymbolicLink()) removeTree(dirname(readlinkSync(cluster)))
    removeTree(folder)
  }
})

function removeTree(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

/** Open to pass, so that as root the data stays inside. */
function newFolder(mode = 0o711): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bodega test ')))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

/** For tests that need a cluster and not its making, which takes most of a second. */
let made: Promise<string> | undefined
function madeFolder(): Promise<string> {
  made ??= (async () => {
    const dataDir = newFolder()
    await (await startEmbedded({ dataDir, log: () => {} })).stop()
    return dataDir
  })()
  return made
}

async function start(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: line => lines.push(line) })
  running.push(embedded)
  return embedded
}

async function use(dataDir: string): Promise<Embedded> {
  const embedded = await useEmbedded({ dataDir, log: line => lines.push(line) })
  running.push(embedded)
  return embedded
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function readState(dataDir: string): State {
  return JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
}

/** The shells that stop a server when its owner dies. */
function findGuards(dataDir: string): number[] {
  return findProcesses('bodega-guard', statSync(join(dataDir, 'postgres')).uid).filter(pid =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0${readState(dataDir).server.pid}\0`),
  )
}

async function until(isSo: () => boolean): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 25_000, interval: 10 })
}

/** Another process, running the sources through Vite: it prints the url, or the error. */
function inChild(call: 'startEmbedded' | 'useEmbedded', dataDir: string) {
  const script = `
    import { runnerImport } from 'vite'
    const { module } = await runnerImport(process.argv[1], { configFile: false, logLevel: 'error' })
    const log = line => console.log('log ' + line)
    module[process.argv[2]]({ dataDir: process.argv[3], log }).then(
      embedded => {
        console.log('url ' + embedded.url)
        process.once('SIGTERM', () => embedded.stop().then(() => process.exit()))
        setInterval(() => {}, 1000)
      },
      error => console.log('error ' + error.name + ' ' + error.message),
    )`
  const source = fileURLToPath(new URL('./index.ts', import.meta.url))
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, source, call, dataDir], {
    cwd: dirname(source),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  const said = async (word: string) => {
    const pattern = new RegExp(`^(?:${word}) (.*)$`, 'm')
    await until(() => pattern.test(output))
    return output.match(pattern)?.[1] ?? ''
  }
  return { child, said }
}

describe('a first and a second start', () => {
  test('keep the data, with the settings and extensions that the store relies on', async () => {
    const dataDir = join(newFolder(), 'data here')
    const first = await start(dataDir)
    expect(first.owned).toBe(true)
    await query(first.url, 'create extension pg_trgm; create extension unaccent; create table kept (id int)')
    await query(first.url, 'insert into kept values (7)')
    expect(await query(first.url, "select 'ção' = any (show_trgm('Camisção')) as whole, lower('ÇÃO') as low")).toEqual([
      { whole: false, low: 'ção' },
    ])
    // trigrams of letters outside ASCII are kept as hashes: eight of them, where a gap between words would give nine
    expect((await query(first.url, "select cardinality(show_trgm('camisão')) as n"))[0]).toEqual({ n: 8 })
    expect(
      await query(
        first.url,
        `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
           current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
           current_setting('timezone') as zone, current_setting('password_encryption') as password`,
      ),
    ).toEqual([{ encoding: 'UTF8', checksums: 'on', fsync: 'on', pages: 'on', zone: 'UTC', password: 'scram-sha-256' }])
    await first.stop()
    await first.stop()
    expect(existsSync(join(dataDir, 'postgres.json'))).toBe(false)
    await expect(query(first.url, 'select 1')).rejects.toThrow()

    const second = await start(dataDir)
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 7 }])
  })

  test('of an older release get the role that requests of a store run under', async () => {
    const dataDir = await madeFolder()
    const { cluster, account } = findPlace(dataDir)
    const { postgres } = await findBinaries(dataDir, account)
    const input = 'drop role bodega_store\n'
    await runCommand(postgres, ['--single', '-D', cluster, 'template1'], { account, input })
    const isMember = "select pg_has_role(oid, 'member') as is_member from pg_roles where rolname = 'bodega_store'"
    const before = await start(dataDir)
    expect(await query(before.url, isMember)).toEqual([])
    await before.stop()
    rmSync(join(dataDir, 'postgres.roles'))
    const after = await start(dataDir)
    expect(await query(after.url, isMember)).toEqual([{ is_member: true }])
  })

  test('may hold what an administrator keeps there: our tables stand beside it', async () => {
    const dataDir = await madeFolder()
    const { cluster, account } = findPlace(dataDir)
    const { postgres } = await findBinaries(dataDir, account)
    const first = await start(dataDir)
    const name = new URL(first.url).pathname.slice(1)
    await first.stop()
    const input = 'create table watched (id serial)\ncreate view watch as select id from watched\n'
    await runCommand(postgres, ['--single', '-D', cluster, name], { account, input })
    const { url } = await start(dataDir)
    const database = connect({ url, size: 1 })
    await migrate(database.everywhere)
    expect(await raiseWall(database.everywhere)).toBe(true)
    await database.close()
    const mayRead =
      "select has_table_privilege('bodega_store', name, 'select') as may from unnest(array['watch', 'stores']) name"
    expect(await query(url, mayRead)).toEqual([{ may: false }, { may: true }])
  })

  test.each([
    // As on a server with two of our databases, each with a user that may make roles.
    ['made for another database is done without', '', false],
    ['may only be given away is given to oneself', 'grant bodega_store to bodega with admin true, set false\n', true],
  ])('whose role of requests %s', async (_what, given, isWalled) => {
    const dataDir = await madeFolder()
    const { cluster, account } = findPlace(dataDir)
    const { postgres } = await findBinaries(dataDir, account)
    const input = `revoke bodega_store from bodega\nalter role bodega createrole\n${given}`
    await runCommand(postgres, ['--single', '-D', cluster, 'template1'], { account, input })
    const { url } = await start(dataDir)
    const database = connect({ url, size: 1 })
    await migrate(database.everywhere)
    expect(await raiseWall(database.everywhere)).toBe(isWalled)
    await database.close()
    const served = connect({ url, size: 1 })
    expect(await served.of(1).run(sql`select 1 from stores`)).toBe(0)
    await served.close()
  })

  test('need no password file from the first: a lost one is made anew', async () => {
    const dataDir = await madeFolder()
    const first = await start(dataDir)
    await first.stop()
    rmSync(join(dataDir, 'postgres.password'))
    const second = await start(dataDir)
    expect(new URL(second.url).password).not.toBe(new URL(first.url).password)
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('begin anew where the first was killed while it made the cluster', async () => {
    const dataDir = newFolder()
    const { child, said } = inChild('startEmbedded', dataDir)
    await said('log')
    await until(() => readdirSync(dataDir).some(name => name.startsWith('postgres.draft-')))
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    const embedded = await start(dataDir)
    expect(await query(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('take the port again after a crash, or another when somebody has it', async () => {
    const dataDir = await madeFolder()
    const first = await start(dataDir)
    const left = readFileSync(join(dataDir, 'postgres.json'), 'utf8')
    await first.stop()
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address() as { port: number } // a TCP server's
    const dead = { pid: 2 ** 22 - 1, born: 'never' }
    writeFileSync(
      join(dataDir, 'postgres.json'),
      JSON.stringify({ ...JSON.parse(left), port: address.port, owner: dead, server: dead }),
    )
    const second = await start(dataDir)
    expect(Number(new URL(second.url).port)).not.toBe(address.port)
    taken.close()
  })
})

describe('kill -9', () => {
  test('of the server loses no acknowledged row, and the server comes back under the same url', async () => {
    const dataDir = await madeFolder()
    const { url } = await start(dataDir)
    await query(url, 'create table rows (id int primary key)')
    const writer = new pg.Client(url)
    writer.on('error', () => {})
    await writer.connect()
    // a session that is computing does not notice the death of its server
    const busy = query(url, 'select count(*) from generate_series(1, 1000000000000)').catch(() => 'cut off')
    const { server } = readState(dataDir)
    let acknowledged = 0
    try {
      for (;;) {
        await writer.query('insert into rows values ($1)', [acknowledged + 1])
        acknowledged++
        if (acknowledged === 200) process.kill(server.pid, 'SIGKILL')
      }
    } catch {
      expect(acknowledged).toBeGreaterThanOrEqual(200)
    }
    const killed = performance.now()
    expect(await busy).toBe('cut off')
    await until(() => lines.some(line => line.includes('is back')))
    expect((performance.now() - killed) / (await slowness())).toBeLessThan(5000)
    const [counted] = await query(url, 'select count(*)::int as n from rows')
    expect(counted?.n).toBeGreaterThanOrEqual(acknowledged)
    expect(readState(dataDir).server.pid).not.toBe(server.pid)
  })

  test('of the owner ends the server too, and the next start has the data', async () => {
    const dataDir = await madeFolder()
    const { child, said } = inChild('startEmbedded', dataDir)
    const url = await said('url')
    await query(url, 'create table kept (id int); insert into kept values (1)')
    const { server } = readState(dataDir)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const before = performance.now()
    const next = await start(dataDir)
    expect((performance.now() - before) / (await slowness())).toBeLessThan(5000)
    expect(isAlive(server)).toBe(false)
    expect(await query(next.url, 'select id from kept')).toEqual([{ id: 1 }])
  })

  test.skipIf(process.platform !== 'linux')(
    'of the owner and of the guard leaves a server that the next start clears',
    async () => {
      const dataDir = await madeFolder()
      const { child, said } = inChild('startEmbedded', dataDir)
      const url = await said('url')
      const busy = query(url, 'select count(*) from generate_series(1, 1000000000000)').catch(() => 'cut off')
      const { server } = readState(dataDir)
      for (const pid of findGuards(dataDir)) process.kill(pid, 'SIGKILL')
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(isAlive(server)).toBe(true)
      const before = performance.now()
      const next = await start(dataDir)
      expect((performance.now() - before) / (await slowness())).toBeLessThan(5000)
      expect(isAlive(server)).toBe(false)
      expect(await busy).toBe('cut off')
      expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  test.skipIf(process.platform === 'win32')(
    'is not done to a stranger who has the number of a dead server or owner today',
    async () => {
      const dataDir = await madeFolder()
      const account = isRoot ? unprivilegedAccount() : undefined
      const stranger = spawn('sleep', ['60'], { stdio: 'ignore', cwd: '/', ...asAccount(account) })
      children.push(stranger)
      await once(stranger, 'spawn')
      const dead = { pid: Number(stranger.pid), born: 'long ago' }
      const lock = join(dataDir, 'postgres.lock')
      for (const name of readdirSync(lock)) writeFileSync(join(lock, name), JSON.stringify(dead))
      writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${dead.pid}\n${dataDir}/postgres\n1\n`)
      writeFileSync(
        join(dataDir, 'postgres.json'),
        JSON.stringify({ phase: 'ready', port: 25_000, server: dead, owner: dead, started_at: '' }),
      )
      const embedded = await start(dataDir)
      expect(await query(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(identify(dead.pid)).toBeDefined()
    },
  )
})

describe('one data directory', () => {
  test('has one owner of several that start at the same moment, also over the lock of a dead one', async () => {
    const dataDir = await madeFolder()
    const lock = join(dataDir, 'postgres.lock')
    for (const name of readdirSync(lock)) writeFileSync(join(lock, name), JSON.stringify({ pid: 1, born: 'no' }))
    const said = await Promise.all(
      Array.from({ length: 3 }, () => inChild('startEmbedded', dataDir)).map(({ said }) => said('url|error')),
    )
    expect(said.filter(line => line.startsWith('postgres://'))).toHaveLength(1)
    const { owner } = readState(dataDir)
    const refusal = `EmbeddedError The embedded database in ${dataDir} is in use by process ${owner.pid}: `
    for (const line of said.filter(line => !line.startsWith('postgres://'))) expect(line).toContain(refusal)
  })

  test('refuses a second server in the same process, and is free again after a stop', async () => {
    const dataDir = await madeFolder()
    const attempts = await Promise.allSettled([start(dataDir), start(dataDir)])
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = attempts.find(attempt => attempt.status === 'rejected')
    expect(refused?.reason).toBeInstanceOf(EmbeddedError)
    expect(refused?.reason.message).toContain(`${dataDir} is in use by process ${process.pid}`)
    expect(refused?.reason.message).not.toContain('\n')
    const stopping = running[0]?.stop()
    const next = await start(dataDir)
    await stopping
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('lets the command line join a running server, which stays when the command is done', async () => {
    const dataDir = await madeFolder()
    const server = await start(dataDir)
    const { child, said } = inChild('useEmbedded', dataDir)
    expect(await said('url')).toBe(server.url)
    child.kill('SIGTERM')
    await once(child, 'exit')
    const guest = await use(dataDir)
    expect(guest.owned).toBe(false)
    await guest.stop()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('keeps the server that a command started until the commands that joined are done', async () => {
    const dataDir = await madeFolder()
    const first = await use(dataDir)
    expect(first.owned).toBe(true)
    const second = await use(dataDir)
    expect(second.owned).toBe(false)
    let isStopped = false
    const stopped = first.stop().then(() => {
      isStopped = true
    })
    const third = await use(dataDir)
    expect(third.owned).toBe(false)
    await second.stop()
    expect(await query(third.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isStopped).toBe(false)
    await third.stop()
    await stopped
    expect(findProcesses(clusterName(join(dataDir, 'postgres')), statSync(join(dataDir, 'postgres')).uid)).toEqual([])
  })
})

describe('what is not ours to run', () => {
  test('is data of another PostgreSQL', async () => {
    const dataDir = await madeFolder()
    const version = join(dataDir, 'postgres', 'PG_VERSION')
    writeFileSync(version, '19\n')
    await expect(start(dataDir)).rejects.toThrow(
      /is of PostgreSQL 19 and this version of Bodega brings PostgreSQL 18: .*restore/,
    )
    writeFileSync(version, '18\n')
    await start(dataDir)
  })

  test('is a folder with something else in it', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'postgres'))
    if (isRoot) execFileSync('chown', [String(unprivilegedAccount().uid), join(dataDir, 'postgres')])
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'dear reader')
    await expect(start(dataDir)).rejects.toThrow('is not empty and not a database')
  })
})

describe('others on the machine', () => {
  test('cannot connect without the password, nor as the superuser with it, and cannot read it', async () => {
    const dataDir = await madeFolder()
    const { url } = await start(dataDir)
    const changed = (change: (url: URL) => void) => {
      const other = new URL(url)
      change(other)
      return query(other.href, 'select 1')
    }
    await expect(changed(other => Object.assign(other, { password: 'guess' }))).rejects.toThrow('password')
    await expect(changed(other => Object.assign(other, { password: '' }))).rejects.toThrow('password')
    await expect(changed(other => Object.assign(other, { username: 'postgres' }))).rejects.toThrow('pg_hba.conf')
    await expect(changed(other => Object.assign(other, { pathname: '/postgres' }))).resolves.toBeDefined()
    expect(await query(url, "select current_setting('is_superuser') as superuser")).toEqual([{ superuser: 'off' }])
    if (process.platform === 'win32') return
    for (const name of ['postgres.password', 'postgres.json', 'postgres.log']) {
      expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
    }
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0)
  })
})

describe.skipIf(!isRoot)('root (skipped for ordinary users: there is no other account to hide from)', () => {
  test('runs the server as another user, from a data directory that is closed to it', async () => {
    const closed = newFolder(0o700)
    const dataDir = join(closed, 'data')
    folders.push(dataDir)
    folders.reverse() // the inner one is removed first
    const first = await start(dataDir)
    await query(first.url, 'create table kept (id int)')
    const cluster = readlinkSync(join(dataDir, 'postgres'))
    expect(cluster).toMatch(/^\/var\/lib\/bodega\/[0-9a-f-]{36}\/postgres$/)
    expect(statSync('/var/lib/bodega').mode & 0o022).toBe(0)
    expect(statSync(cluster)).toMatchObject({ uid: unprivilegedAccount().uid })
    await first.stop()
    const second = await start(dataDir)
    expect(await query(second.url, 'select id from kept')).toEqual([])
    await second.stop()

    cpSync(dataDir, join(closed, 'copy'), { recursive: true, verbatimSymlinks: true })
    await expect(start(join(closed, 'copy'))).rejects.toThrow('are copies that share the database')

    rmSync(dataDir, { recursive: true })
    const third = await start(dataDir)
    await expect(query(third.url, 'select id from kept')).rejects.toThrow('does not exist')
    await third.stop()
    removeTree(dirname(cluster))

    removeTree(dirname(readlinkSync(join(dataDir, 'postgres'))))
    await expect(start(dataDir)).rejects.toThrow(/points to .* which is gone/)
  })

  test('keeps the data inside a directory that the other user can reach', async () => {
    const dataDir = await madeFolder()
    expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true)
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(unprivilegedAccount().uid)
  })
})

describe.skipIf(process.platform === 'win32')('binaries', () => {
  const source = { ...findPackage(), version: `18.test-${process.pid}` }

  test('run where the install script that links libraries did not', async () => {
    const original = source.root
    source.root = newFolder()
    cpSync(join(original, 'native'), join(source.root, 'native'), {
      recursive: true,
      filter: path => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a'),
    })
    const postgres = join(source.root, 'native', 'bin', 'postgres')
    expect((await runCommand(postgres, ['--version'])).code).not.toBe(0)
    ensureLinks(source.root)
    expect((await runCommand(postgres, ['--version'])).output).toContain('PostgreSQL')
  })

  test.skipIf(!isRoot)('are copied by root when they lie in a directory closed to the other user', async () => {
    chmodSync(source.root, 0o700)
    const home = join('/var/lib/bodega', `${source.version}-${source.name}`)
    folders.push(home)
    const account = unprivilegedAccount()
    const { postgres } = await findBinaries(newFolder(), account, source)
    expect(postgres.startsWith(home)).toBe(true)
    expect(statSync(postgres)).toMatchObject({ uid: 0, mode: 0o100755 })
    const { ctimeMs } = statSync(postgres)
    expect((await findBinaries(newFolder(), account, source)).postgres).toBe(postgres)
    expect(statSync(postgres).ctimeMs).toBe(ctimeMs)
  })
})
