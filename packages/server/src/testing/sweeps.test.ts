/** What holds for every endpoint of the contract, generated from it: D1 to D9, D12, D14, contract sections 2 to 6. */
import { allScopes, envelope, impliedScopes, isScope, type Scope, versions } from '@bodega/api'
import { Check } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import { newSecret } from '../access/index.ts'
import { bodyLimit, fileLimit } from '../platform/http/body.ts'
import { meant } from '../platform/http/meaning.ts'
import { ask, expectRefusal, type Shape, shapeOf } from './answers.ts'
import {
  existing,
  fromTheFirst,
  lists,
  make,
  type Probe,
  probes,
  reads,
  singles,
  withFields,
  withIds,
  writes,
} from './probes.ts'
import { store, type TestStore } from './store.ts'
import { aValue, fieldsOf, formOf, spoiled, wrongTexts } from './values.ts'

let home: TestStore
let foreign: TestStore

beforeAll(async () => {
  home = await store()
  foreign = await store({ server: home.server })
})

const each = <T extends { title: string }>(items: readonly T[]) =>
  test.each(items.map(item => [item.title, item] as const))

/** How a wrong field is told: the paths of shipments have a shape of their own (D8). */
const wrongField = ({ endpoint: { errorShape } }: Probe): [number, Shape] => {
  if (errorShape === 'shipment') return [400, 'E']
  return [422, errorShape === 'hybrid' ? 'C' : 'B']
}

function namedIn({ body }: { body: { messages?: object } }): string[] {
  if (!('code' in body)) return Object.keys(body.messages ?? body)
  // Shape C: beside the keys of the envelope, whose names a field cannot take.
  const names = Object.keys(body).filter(name => !(name in envelope(422)))
  return names.map(name => name.replace(/^body\./, ''))
}

const json = { 'content-type': 'application/json' }

const bodyOf = ({ body }: Probe) => (body === undefined ? {} : { body: JSON.stringify(body) })

/** The request of a probe as an honest client sends it, but for the headers that a test changes. */
const send = (probe: Probe, headers: Record<string, string | undefined> = {}, path = `/v1/${home.id}${probe.path}`) =>
  ask(home.server, probe.endpoint.method, path, {
    headers: { ...home.headers, ...(probe.body === undefined ? {} : json), ...headers },
    ...bodyOf(probe),
  })

/** The same with another body, sent as it is. */
const sendBody = (probe: Probe, body: string | Buffer, headers: Record<string, string | undefined> = json) =>
  ask(home.server, probe.endpoint.method, `/v1/${home.id}${probe.path}`, {
    headers: { ...home.headers, ...headers },
    body,
  })

/** Ten on their way at a time: what is refused, or only read, finds the same whatever the others do. */
async function tenAtOnce<T>(items: Iterable<T>, send: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  while (left.length > 0) await Promise.all(left.splice(0, 10).map(send))
}

describe('D2: what comes before the body', () => {
  const noToken = { authentication: undefined }
  const noAgent = { 'user-agent': undefined }

  each(probes)('%s without a token is 401', async (_title, probe) => {
    for (const authentication of [undefined, '', ' ', 'bearer', 'Bearer ']) {
      expectRefusal(await send(probe, { authentication }), 401, 'A', 'Required access token is missing')
    }
  })

  each(probes)('%s with a bad token is 401, whatever is wrong with it', async (_title, probe) => {
    const { token, world, id } = home
    const bad = {
      random: 'f00ba4f00ba4f00ba4f00ba4f00ba4f00ba4f00b',
      'cut off': token.slice(0, -1),
      'one character changed': token.slice(0, -1) + (token.endsWith('0') ? '1' : '0'),
      'well formed, never issued': newSecret(world, 'bat', id),
      'of a store that does not exist': newSecret(world, 'bat', 2 ** 40),
      'secret of an app': newSecret(world, 'bcs', id),
      'two words': `${token} ${token}`,
      'another scheme': `Basic ${token}`,
      empty: 'null',
      long: 'x'.repeat(5000),
      SQL: "' or '1'='1",
    }
    await tenAtOnce(Object.entries(bad), async ([what, text]) => {
      const answer = await send(probe, { authentication: `bearer ${text}` })
      expect({ what, ...answer }).toMatchObject({ what, status: 401, body: { description: 'Invalid access token' } })
      expectRefusal(answer, 401, 'A')
    })
  })

  each(probes)('%s of a foreign store is 404: it does not exist for this token', async (_title, probe) => {
    await tenAtOnce([foreign.id, 0, 999_999, '99999999999999999999999999', '00'], async id =>
      expectRefusal(await send(probe, {}, `/v1/${id}${probe.path}`), 404, 'A', null),
    )
    expectRefusal(await send(probe, { authentication: `bearer ${foreign.token}` }), 404, 'A', null)
  })

  each(probes)('%s without a User-Agent is 400', async (_title, probe) => {
    for (const agent of [undefined, '', ' ']) {
      expectRefusal(await send(probe, { 'user-agent': agent }), 400, 'A', 'User-Agent header is missing')
    }
  })

  const scoped = probes.filter(({ endpoint }) => endpoint.scope !== 'none')

  each(scoped)('%s with every scope but its own is 403, and needs no other', async (_title, probe) => {
    const needed = probe.endpoint.scope as Scope
    const { otherScope = needed } = probe.endpoint
    const opens = (scope: Scope) => impliedScopes([scope]).has(needed) || impliedScopes([scope]).has(otherScope)
    const others = allScopes.filter(scope => !opens(scope))
    expect(others).not.toContain(needed)
    const without = await home.tokenWith(others)
    expectRefusal(
      await send(probe, { authentication: `bearer ${without}` }),
      403,
      'A',
      `Missing required scope: ${needed}`,
    )
    for (const scope of [needed, otherScope]) {
      const only = await home.tokenWith([scope])
      expect((await send(probe, { authentication: `bearer ${only}` })).status).not.toBe(403)
    }
  })

  each(probes)('%s: of several faults the first in the order of D2 is told', async (_title, probe) => {
    const { scope, method } = probe.endpoint
    const weak = { authentication: `bearer ${await home.tokenWith([])}` }
    const bad = { authentication: 'bearer nonsense' }
    const elsewhere = `/v1/${foreign.id}${probe.path}`
    const unparsable = method === 'GET' ? {} : json
    expectRefusal(await send(probe, { ...noToken, ...noAgent }, `/v9/1${probe.path}`), 404, 'A')
    expectRefusal(await send(probe, { ...bad, ...noAgent }, elsewhere), 401, 'A', 'Invalid access token')
    expectRefusal(await send(probe, { ...noToken, ...noAgent }), 401, 'A', 'Required access token is missing')
    expectRefusal(await send(probe, { ...weak, ...noAgent }, elsewhere), 404, 'A', null)
    expectRefusal(await send(probe, { ...weak, ...noAgent }), 400, 'A', 'User-Agent header is missing')
    if (scope === 'none') return
    const missing = `Missing required scope: ${scope}`
    expectRefusal(await sendBody(probe, '{', { ...weak, ...unparsable }), 403, 'A', missing)
    expectRefusal(await sendBody(probe, 'x', { ...weak, 'content-type': 'text/plain' }), 403, 'A', missing)
  })
})

describe('D3, D9, D14: one address, many ways to write it', () => {
  // A request without User-Agent is refused after the address was understood, and changes nothing.
  const understood = async (probe: Probe, path: string) =>
    expectRefusal(await send(probe, { 'user-agent': undefined }, path), 400, 'A', 'User-Agent header is missing')

  const endings = [
    ...['', '/', '?', '/?', '?&', '?page=1&', '?unknown=1', '?params[page]=2', '?params%5Bpage%5D=2'],
    ...['?access_token=secret', '?__proto__=1', '?constructor=1&constructor=2', '?=', '?%', '?%ff=%ff', '?a=%00'],
  ]

  each(probes)('%s', async (_title, probe) => {
    const ways = versions.flatMap(version =>
      // Versions are read before endings, by one rule for all of them (`address.test.ts`).
      (version === 'v1' ? endings : endings.slice(0, 4)).flatMap(ending => [
        `/${version}/${home.id}${probe.path}${ending}`,
        `/${version}${probe.path}${ending}`,
      ]),
    )
    await tenAtOnce(ways, path => understood(probe, path))
  })

  each(probes)('%s in an unknown version is 404 and names the valid ones', async (_title, probe) => {
    const paths = ['v0', 'v2', 'v10', '2024-01', '2025-04'].flatMap(version => [
      `/${version}/${home.id}${probe.path}`,
      `/${version}${probe.path}`,
    ])
    await tenAtOnce(paths, async path =>
      expectRefusal(await send(probe, {}, path), 404, 'A', `Valid versions are ${versions.join(', ')}`),
    )
  })

  each(probes)('%s is nowhere else', async (_title, probe) => {
    for (const path of [
      probe.path,
      `/@api${probe.path}`,
      `/V1/${home.id}${probe.path}`,
      `/v1/${home.id}/x${probe.path}`,
    ]) {
      expectRefusal(await send(probe, {}, path), 404, 'A')
    }
  })

  each(reads)('%s: unknown names in a query change nothing', async (_title, probe) => {
    const path = `/v1/${home.id}${await existing(home, probe.endpoint.path)}`
    const plain = await send(probe, {}, path)
    expect(plain.status).toBe(200)
    await tenAtOnce(endings, async ending => {
      const answer = await send(probe, {}, path + ending)
      expect({ ending, status: answer.status, body: answer.body }).toEqual({ ending, status: 200, body: plain.body })
    })
  })

  const junk = [
    ...['99999999999999999999999999', '-1', '0', 'abc', '1.5', '1e3', '0x1', 'null', '*', "'", '%22', '%27%20or%201=1'],
    ...['%00', 'a%00b', '%ff', '%zz', '%', '%c3%28', '%ed%a0%80', '%F0%9F%93%A6', '%2F', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ...['x'.repeat(255), 'x'.repeat(300), 'x'.repeat(3000), '%20', '__proto__', 'constructor', '[]', '{}'],
  ]

  const isUnreadable = (id: string) => id.length > 255 || /%(?![0-9a-f]{2})|%ff|%c3%28|%ed/i.test(id) || id === '%2F'

  each(withIds)('%s with an id that no row has is 404', async (_title, probe) => {
    const names = Object.keys(probe.endpoint.params?.properties ?? {})
    for (const name of names) {
      await tenAtOnce(junk, async id => {
        const path = probe.endpoint.path.replace(`:${name}`, id).replace(/:\w+/g, '1')
        const answer = await send(probe, {}, `/v1/${home.id}${path}`)
        const shape = probe.endpoint.errorShape === 'shipment' ? 'E' : 'A'
        // An address that cannot be decoded reaches no endpoint, and keeps shape A everywhere.
        const shapes = shapeOf(answer) === 'A' && isUnreadable(id) ? 'A' : shape
        expect({ path, status: answer.status, shape: shapeOf(answer) }).toEqual({ path, status: 404, shape: shapes })
      })
    }
  })
})

describe('D8, D9: bodies', () => {
  each(writes)('%s with a body that is no JSON is 400', async (_title, probe) => {
    const latin = [Buffer.from('{"a":"caf\xe9"}', 'latin1'), Buffer.from('{"caf\xe9":1}', 'latin1')]
    const texts = ['{', 'nope', '{"a":1,}', "{'a':1}", '\u0000', '[1', '"\ud800', '{"a":NaN}', '\u2028']
    await tenAtOnce([...texts, ...latin, Buffer.from('{}', 'utf16le')], async body => {
      const answer = await sendBody(probe, body)
      expect(answer).toMatchObject({ status: 400, body: { error: 'Problems parsing JSON' } })
      expectRefusal(answer, 400, 'D')
    })
  })

  each(writes)('%s with a body of another content type is 415', async (_title, probe) => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'multipart/form-data; boundary=x',
    ]
    await tenAtOnce([...types, 'application/jsonp', 'text/json', 'nonsense', undefined], async type => {
      const answer = await sendBody(probe, JSON.stringify(probe.body ?? {}), { 'content-type': type })
      expectRefusal(answer, 415, 'A', 'Content-Type should be application/json')
    })
  })

  each(writes)('%s takes JSON with any parameters of its content type', async (_title, probe) => {
    for (const type of ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON']) {
      const answer = await sendBody(probe, '{', { 'content-type': type })
      expectRefusal(answer, 400, 'D')
    }
  })

  each(withFields)(
    '%s: a field of the wrong type, too long or out of range is 422 and named',
    async (_title, probe) => {
      const [status, shape] = wrongField(probe)
      // `[]` is how PHP writes an object without fields, `null` how others write none at all.
      const isNone = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
      const wrong = [...spoiled(probe.schema, probe.body)].filter(({ field, value }) => field !== '' || !isNone(value))
      expect(wrong).not.toHaveLength(0)
      await tenAtOnce(wrong, async ({ field, value, body }) => {
        const answer = await sendBody(probe, JSON.stringify(body))
        const isOfField = (name: string) => field === '' || name === field || name.startsWith(`${field}.`)
        if (answer.status === status && shapeOf(answer) === shape && namedIn(answer).every(isOfField)) return
        expect.fail(`${field} ${JSON.stringify(value).slice(0, 80)}: ${answer.status} ${JSON.stringify(answer.body)}`)
      })
    },
  )

  each(withFields)(
    '%s: numbers beyond what JSON can carry are refused or kept, never a fault',
    async (_title, probe) => {
      const numbers = ['1e400', '-1e400', '1e308', '9007199254740993', '123456789012345678901234567890', '-0.0']
      for (const { schema, put } of fieldsOf(probe.schema, probe.body)) {
        const body = JSON.stringify(put('@'))
        const isWrong = (number: string) => !Check(schema, meant(schema, Number(number)))
        const sendNumber = (number: string) => sendBody(probe, body.replace('"@"', number))
        await tenAtOnce(numbers.filter(isWrong), async number =>
          expectRefusal(await sendNumber(number), ...wrongField(probe)),
        )
        for (const number of numbers) if (!isWrong(number)) await sendNumber(number)
      }
    },
  )

  each(withFields)('%s with null for a body is as without any', async (_title, probe) => {
    if (formOf(probe.schema).type !== 'object') return
    // What can go or change by it has, so that both find the same.
    await sendBody(probe, '')
    const [without, withNull] = [await sendBody(probe, ''), await sendBody(probe, 'null')]
    expect(withNull).toMatchObject({ status: without.status, body: without.body })
  })

  each(writes)('%s with a body nested 10,000 deep is 400', async (_title, probe) => {
    // As deep as a body can be is tried once: the depth is counted before anybody knows whose body it is.
    for (const depth of [33, 10_000, ...(probe === writes[0] ? [200_000] : [])]) {
      const nested = ['['.repeat(depth) + ']'.repeat(depth), `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`]
      for (const text of nested) expectRefusal(await sendBody(probe, text), 400, 'A')
    }
  })

  each(writes)('%s with a body larger than it takes is 413', async (_title, probe) => {
    const limit = probe.endpoint.carriesFiles ? fileLimit : bodyLimit
    expectRefusal(await sendBody(probe, `"${'x'.repeat(limit)}"`), 413, 'A')
  })

  test.each([
    ['with files', true],
    ['without', undefined],
  ])('one as large as is taken is read: %s', async (_kind, carriesFiles) => {
    const probe = writes.find(({ endpoint }) => endpoint.carriesFiles === carriesFiles) as Probe
    const limit = carriesFiles ? fileLimit : bodyLimit
    expect((await sendBody(probe, `"${'x'.repeat(limit - 2)}"`)).status).not.toBe(413)
  })

  each(withFields)('%s: __proto__ and unknown keys are ignored', async (_title, probe) => {
    const plain = await sendBody(probe, JSON.stringify(probe.body))
    if (Array.isArray(probe.body)) return
    const keys =
      '"__proto__":{"name":7,"priority":-1},"constructor":{"prototype":{"x":1}},"unknown":[[{}]],"a\\u0000b":1'
    const text = JSON.stringify(probe.body)
    const answer = await sendBody(probe, text === '{}' ? `{${keys}}` : `{${keys},${text.slice(1)}`)
    expect(answer.status).toBe(plain.status)
    expect(Object.keys(answer.body)).toEqual(Object.keys(plain.body))
    expect(({} as { name?: unknown }).name).toBeUndefined()
  })

  each(withFields)('%s: half of a surrogate pair never breaks it', async (_title, probe) => {
    for (const { put } of fieldsOf(probe.schema, probe.body)) {
      const text = JSON.stringify(put('half \ud83d'))
      const inKey = JSON.stringify(put({ 'half \ud83d': 'text' }))
      for (const body of [text, inKey]) {
        expect(JSON.stringify((await sendBody(probe, body)).body)).not.toContain('\\ud83d')
      }
    }
  })

  each(probes)('%s without a body may carry any content type', async (_title, probe) => {
    const { method, path } = { method: probe.endpoint.method, path: `/v1/${home.id}${probe.path}` }
    // What can go or change by it has, so that all that follow find the same.
    await ask(home.server, method, path, { headers: home.headers })
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const headers = { ...home.headers, 'content-type': type }
      const answer = await ask(home.server, method, path, { headers })
      const plain = await ask(home.server, method, path, { headers: home.headers })
      expect({ type, status: answer.status, body: answer.body }).toEqual({
        type,
        status: plain.status,
        body: plain.body,
      })
      expect(answer.status).not.toBe(415)
    }
  })
})

describe('queries', () => {
  const withQuery = reads.filter(({ endpoint }) => endpoint.query)

  each(withQuery)('%s: a wrong value is 422 and named', async (_title, probe) => {
    for (const [name, schema] of Object.entries(probe.endpoint.query?.properties ?? {})) {
      await tenAtOnce(wrongTexts(schema), async text => {
        const query = `?${name}=${encodeURIComponent(text)}`
        const answer = await send(probe, {}, `/v1/${home.id}${probe.path}${query}`)
        const [status] = wrongField(probe)
        expect({ query: query.slice(0, 80), status: answer.status }).toEqual({ query: query.slice(0, 80), status })
        expectRefusal(answer, ...wrongField(probe))
        expect(namedIn(answer)).toEqual([name])
      })
    }
  })

  each(withQuery)('%s: no bytes in a value break it', async (_title, probe) => {
    for (const [name, schema] of Object.entries(probe.endpoint.query?.properties ?? {})) {
      const texts = ['%00', 'a%00b', '%ff', '%ed%a0%80', '%', '%zz', '%F0%9F%93%A6', "'", '1&__proto__=2']
      await tenAtOnce(texts, async text => {
        const answer = await send(probe, {}, `/v1/${home.id}${probe.path}?${name}=${text}`)
        // NUL is nothing, and nothing is no value.
        const isRefused = formOf(schema).type === 'integer' && !text.startsWith('1') && text !== '%00'
        if (isRefused) expectRefusal(answer, ...wrongField(probe))
      })
    }
  })
})

describe('methods', () => {
  const paths = [...new Set(probes.map(({ endpoint }) => endpoint.path))].map(path => {
    const same = probes.filter(({ endpoint }) => endpoint.path === path)
    const has: string[] = same.map(({ endpoint }) => endpoint.method)
    if (has.includes('GET')) has.push('HEAD')
    return { title: path, has, at: same[0]?.path ?? '' }
  })

  each(paths)('%s: another method is 405 with Allow, after the checks', async (_title, { has, at }) => {
    const every = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
    const others = every.filter(method => !has.includes(method))
    for (const method of others) {
      const answer = await ask(home.server, method, `/v1/${home.id}${at}`, { headers: home.headers })
      expect(answer.status).toBe(405)
      expect(answer.headers.allow?.split(', ').toSorted()).toEqual([...has, 'OPTIONS'].toSorted())
      if (method !== 'HEAD') expectRefusal(answer, 405, 'A')
      expect((await ask(home.server, method, `/v1/${home.id}${at}`)).status).toBe(401)
      expect((await ask(home.server, method, `/v1/${foreign.id}${at}`, { headers: home.headers })).status).toBe(404)
    }
  })

  each(paths)('%s: OPTIONS says what there is', async (_title, { has, at }) => {
    const answer = await ask(home.server, 'OPTIONS', `/v1/${home.id}${at}`)
    expect(answer.status).toBe(204)
    expect(answer.headers.allow?.split(', ').toSorted()).toEqual([...has, 'OPTIONS'].toSorted())
  })

  each(reads)('HEAD is like %s without the body', async (_title, probe) => {
    const path = `/v1/${home.id}${await existing(home, probe.endpoint.path)}`
    const get = await send(probe, {}, path)
    const head = await ask(home.server, 'HEAD', path, { headers: home.headers })
    const { 'x-request-id': _, date: __, ...headers } = get.headers
    expect(head).toMatchObject({ status: 200, body: undefined, headers })
    expect((await ask(home.server, 'HEAD', path)).status).toBe(401)
  })
})

describe('D4, D5: lists', () => {
  /** What the clients of the ecosystem take a `Link` apart with: one line, `rel` in double quotes, `/v1/123/...`. */
  const part = /^<(https?:\/\/[^>]+\/v\d+\/\d+\/[^>]+)>; rel="(next|last|prev|first)"$/

  function linksOf(header: string | undefined): Record<string, string> {
    if (header === undefined) return {}
    return Object.fromEntries(
      header.split(', ').map(text => {
        const [, url = '', rel = ''] = part.exec(text) ?? []
        expect(text).toMatch(part)
        return [rel, url]
      }),
    )
  }

  /** A new store with so many things on the list, and the path of the list there. */
  async function listOf({ endpoint }: Probe, count: number) {
    const shop = await store({ server: home.server })
    const parents = endpoint.path.slice(0, endpoint.path.lastIndexOf('/'))
    const at = await existing(shop, parents)
    const path = `/v1/${shop.id}${at}${endpoint.path.slice(parents.length)}`
    const params = paramsOf(parents, at)
    for (let made = fromTheFirst[endpoint.path] ?? 0; made < count; made += 10) {
      const next = Array.from({ length: Math.min(10, count - made) }, () => make(shop, endpoint.path, params))
      await Promise.all(next)
    }
    const get = (query: string) => ask(home.server, 'GET', `${path}${query}`, { headers: shop.headers })
    return { get, path, shop }
  }

  const paramsOf = (template: string, path: string) =>
    Object.fromEntries(
      template.split('/').flatMap((name, i) => (name.startsWith(':') ? [[name.slice(1), path.split('/')[i]]] : [])),
    )

  each(lists)('%s of nothing is an empty first page, and no second', async (_title, probe) => {
    if (fromTheFirst[probe.endpoint.path]) return
    const { get } = await listOf(probe, 0)
    const first = await get('')
    expect(first).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': '0' } })
    expect(first.headers.link).toBeUndefined()
    expect(await get('?page=1&per_page=5')).toMatchObject({ status: 200, body: [] })
    for (const page of [2, 3, 10_000_000_000, '99999999999999999999999999999']) {
      expectRefusal(await get(`?page=${page}`), 404, 'A', 'Last page is 0')
    }
  })

  each(lists)('%s gives each item on one page, with links that lead through all of them', async (_title, probe) => {
    const { get, path, shop } = await listOf(probe, 7)
    const all = await get('')
    expect(all.headers['x-total-count']).toBe('7')
    expect(all.headers.link).toBeUndefined()

    const seen: unknown[] = []
    for (let url: string | undefined = `${path}?per_page=3&unknown=kept`; url; ) {
      const page = await ask(home.server, 'GET', url, { headers: shop.headers })
      expect(page.headers['x-total-count']).toBe('7')
      const links = linksOf(page.headers.link)
      const number = seen.length / 3 + 1
      expect(Object.keys(links)).toEqual([
        ...(number < 3 ? ['next', 'last'] : []),
        ...(number > 1 ? ['prev', 'first'] : []),
      ])
      for (const link of Object.values(links)) {
        const { origin, pathname, searchParams } = new URL(link)
        expect({ origin, pathname }).toEqual({ origin: 'http://localhost:80'.replace(':80', ''), pathname: path })
        expect({ per_page: searchParams.get('per_page'), unknown: searchParams.get('unknown') }).toEqual({
          per_page: '3',
          unknown: 'kept',
        })
      }
      expect(links.last === undefined || links.last.includes('page=3')).toBe(true)
      seen.push(...page.body)
      url = links.next
    }
    expect(seen).toEqual(all.body)
    for (const page of [4, 400]) expectRefusal(await get(`?per_page=3&page=${page}`), 404, 'A', 'Last page is 3')
    expectRefusal(await get('?page=2'), 404, 'A', 'Last page is 1')
    expect((await get('?per_page=7')).headers.link).toBeUndefined()
  })

  each(lists)('%s: links carry version and store id, also where the short form was asked', async (_title, probe) => {
    const { shop } = await listOf(probe, 2)
    if (probe.endpoint.params) return
    for (const version of versions) {
      const answer = await ask(home.server, 'GET', `/${version}${probe.path}/?per_page=1&`, { headers: shop.headers })
      expect(answer.headers.link).toContain(`/${version}/${shop.id}${probe.path}?`)
    }
  })

  /** All of these are listed (F38). */
  const listedWhole = (path: string) => ['/locations', '/webhooks'].includes(path) || path.endsWith('/custom-fields')

  /** One of each kind: how large a page is stands in the contract, and is cut down in one place. */
  const long = lists.filter(({ endpoint }) =>
    ['/products', '/orders', '/locations', '/webhooks'].includes(endpoint.path),
  )

  each(long)(
    '%s: per_page above 200 counts as 200, and 30 is the standard, but 200 where all are listed',
    async (_title, probe) => {
      const { get } = await listOf(probe, 201)
      const standard = listedWhole(probe.endpoint.path) ? 200 : 30
      const first = await get('')
      expect(first.body).toHaveLength(standard)
      const last = Math.ceil(201 / standard)
      expect(linksOf(first.headers.link).last).toMatch(new RegExp(`[?&]page=${last}(&|$)`))
      expect((await get(`?page=${last}`)).body).toHaveLength(201 % standard)
      for (const size of [200, 201, 500, 99_999_999_999]) {
        const answer = await get(`?per_page=${size}`)
        expect(answer.body).toHaveLength(200)
        expect(linksOf(answer.headers.link).last).toMatch(/[?&]page=2(&|$)/)
      }
      expect((await get('?per_page=500&page=2')).body).toHaveLength(1)
      expectRefusal(await get('?per_page=500&page=3'), 404, 'A', 'Last page is 2')
    },
    60_000,
  )

  each(lists)('%s: fields cuts each item down to what was asked', async (_title, probe) => {
    const { get } = await listOf(probe, 2)
    const [first = '', second = ''] = Object.keys(formOf(probe.endpoint.reply ?? {}).properties ?? {})
    const whole = await get('')
    const cut = await get(`?fields=${second},nonsense,%20${first},__proto__`)
    expect(cut.body).toEqual(
      whole.body.map((item: Record<string, unknown>) => ({ [first]: item[first], [second]: item[second] })),
    )
    expect((await get('?fields=')).body).toEqual(whole.body)
    expect(cut.headers['x-total-count']).toBe('2')
  })
})

describe('contract 4.2: every list says how many there are', () => {
  const plain = reads.filter(({ endpoint }) => endpoint.list || formOf(endpoint.reply ?? {}).type === 'array')
  // It reads on from where the caller was, and nobody counts what is still to come.
  const isCursor = ({ endpoint }: Probe) => endpoint.path === '/events'

  each(plain)('%s', async (_title, probe) => {
    const path = `/v1/${home.id}${await existing(home, probe.endpoint.path)}`
    const { status, body, headers } = await send(probe, {}, path)
    expect(status).toBe(200)
    expect(body).toBeInstanceOf(Array)
    if (isCursor(probe)) return expect(headers).not.toHaveProperty('x-total-count')
    const isPaged = probe.endpoint.list
    expect(headers['x-total-count']).toEqual(isPaged ? expect.stringMatching(/^\d+$/) : String(body.length))
    if (isPaged) return
    const [first = ''] = Object.keys(body[0] ?? {})
    const cut = await send(probe, {}, `${path}?fields=${first}`)
    expect(cut.headers['x-total-count']).toBe(String(body.length))
  })
})

const changes = writes.filter(({ endpoint }) => endpoint.method !== 'POST')

/** The single GET whose path begins the path of a change: what its tag is taken from. */
const twinOf = ({ endpoint }: Probe) =>
  singles
    .filter(single => `${endpoint.path}/`.startsWith(`${single.endpoint.path}/`))
    .toSorted((a, b) => b.endpoint.path.length - a.endpoint.path.length)[0]

/** The address of that GET, in the address of a change. */
const beginning = (path: string, { endpoint }: Probe) =>
  path.split('/').slice(0, endpoint.path.split('/').length).join('/')

/** The smallest body of a probe, and then with each of its fields. */
function everyField({ endpoint, body: smallest }: Probe): unknown[] {
  const fields = endpoint.body ? [...fieldsOf(endpoint.body, smallest)] : []
  const own = fields.filter(({ name }) => name !== '' && !name.includes('.'))
  return [smallest, ...own.map(({ schema, put }) => put(aValue(schema)))]
}

describe('D12: tags', () => {
  each(singles)('%s has an ETag, 304 for who has it, and keeps it under fields', async (_title, probe) => {
    const path = `/v1/${home.id}${await existing(home, probe.endpoint.path)}`
    const get = (headers: Record<string, string> = {}, query = '') => send(probe, headers, path + query)
    const { headers, body } = await get()
    const { etag = '' } = headers
    expect(etag).toMatch(/^"[^"]+"$/)
    for (const seen of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(await get({ 'if-none-match': seen })).toMatchObject({ status: 304, headers: { etag }, body: undefined })
    }
    expect(await get({ 'if-none-match': '"other"' })).toMatchObject({ status: 200, body })
    const { envelope } = probe.endpoint
    const itemsOf = (found: typeof body) => [envelope ? found[envelope] : found].flat()
    const items = itemsOf(body)
    const [first = ''] = Object.keys(items[0] ?? {})
    const cut = await get({}, `?fields=${first}`)
    expect(cut).toMatchObject({ status: 200, headers: { etag } })
    expect(itemsOf(cut.body)).toEqual(items.map(item => ({ [first]: item[first] })))
    if (envelope) expect({ ...cut.body, [envelope]: items }).toEqual(body)
  })

  each(changes)('%s with a stale If-Match is 412 and changes nothing', async (_title, probe) => {
    const shop = await store({ server: home.server })
    const path = await existing(shop, probe.endpoint.path)
    const twin = twinOf(probe)
    const at = twin && beginning(path, twin)
    const read = () => (at ? shop.request('GET', `/v1/${shop.id}${at}`) : undefined)
    const change = (headers: Record<string, string>) =>
      ask(home.server, probe.endpoint.method, `/v1/${shop.id}${path}`, {
        headers: { ...shop.headers, ...(probe.body === undefined ? {} : json), ...headers },
        ...bodyOf(probe),
      })
    const before = await read()
    await shop.events()
    for (const stale of ['"stale"', 'W/"stale"', '"a", "b"', 'nonsense']) {
      expectRefusal(await change({ 'if-match': stale }), 412, 'A')
    }
    expect((await read())?.body).toEqual(before?.body)
    expect(await shop.events()).toEqual([])
    // No call leaves a shipment without lines, and one with lines cannot be deleted.
    if (!before || probe.title === 'DELETE /orders/:order_id/fulfillment-orders/:id') return
    expect((await change({ 'if-match': `"other", ${before.headers.etag}` })).status).toBeLessThan(300)
  })

  const showing = writes.flatMap(probe => {
    const twin = twinOf(probe)
    return twin?.endpoint.reply === probe.endpoint.reply ? [{ ...probe, twin }] : []
  })

  // Here the clock was set back: a change that bears a date from before is missed by whoever asks for what changed since.
  each(showing)(
    '%s answers the tag of the GET that follows, whichever field it changes, and dates nothing back',
    async (_title, probe) => {
      const { endpoint, twin } = probe
      const path = await existing(home, endpoint.path)
      const read = () => home.request('GET', `/v1/${home.id}${beginning(path, twin)}`)
      const { body: before } = await read()
      home.world.advance(-60_000)
      let tags = 0
      for (const body of everyField(probe)) {
        const { status, headers } = await home.request(endpoint.method, `/v1/${home.id}${path}`, { body })
        if (status >= 300) continue
        const after = await read()
        expect({ body, etag: headers.etag }).toEqual({ body, etag: after.headers.etag })
        expect({ body, date: after.body.updated_at }).toEqual({ body, date: before.updated_at })
        tags++
      }
      home.world.advance(60_000)
      expect(tags).toBeGreaterThan(0)
    },
  )

  const makers = writes.flatMap(probe => {
    const own = singles.find(
      ({ endpoint }) =>
        endpoint.path.replace(/\/:\w+$/, '') === probe.endpoint.path && endpoint.reply === probe.endpoint.reply,
    )
    // The line of an order names a variant that is there.
    return probe.endpoint.status === 201 && own && probe.endpoint.path !== '/orders' ? [{ ...probe, own }] : []
  })

  each(makers)('%s answers the tag of what it has made', async (_title, probe) => {
    // Where there is one already, another can be made.
    const fresh = await store({ server: home.server })
    const path = `/v1/${fresh.id}${beginning(await existing(fresh, probe.own.endpoint.path), probe)}`
    let tags = 0
    for (const body of everyField(probe)) {
      const made = await fresh.request('POST', path, { body })
      if (made.status !== 201) continue
      const read = await fresh.request('GET', `${path}/${made.body.id}`)
      expect({ body, etag: made.headers.etag }).toEqual({ body, etag: read.headers.etag })
      tags++
    }
    expect(tags).toBeGreaterThan(0)
  })

  test('POST /orders answers the tag of what it has made', async () => {
    const read = (path: string) => home.request('GET', `/v1/${home.id}${path}`)
    const { body: other } = await read(await existing(home, '/orders/:id'))
    const body = { products: [{ variant_id: other.products[0].variant_id, quantity: 1 }] }
    const made = await home.request('POST', `/v1/${home.id}/orders`, { body })
    expect(made.status).toBe(201)
    expect(made.headers.etag).toBe((await read(`/orders/${made.body.id}`)).headers.etag)
  })
})

describe('neighbours', () => {
  const collectionOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
  /** An order of one line has one shipment. */
  const alone = ['/orders/:order_id/fulfillment-orders']
  /** A custom field that is no list has nothing that changes. */
  const isSettled = ({ title }: Probe) => /^PUT .*custom-fields/.test(title)
  const amongOthers = changes.flatMap(probe => {
    const twin = isSettled(probe) ? undefined : twinOf(probe)
    const collection = twin && collectionOf(twin.endpoint.path)
    const isList = lists.some(({ endpoint }) => endpoint.path === collection)
    return twin && collection && isList && !alone.includes(collection) ? [{ ...probe, twin }] : []
  })

  each(amongOthers)('%s is nothing to the others, but for their places', async (_title, probe) => {
    const shop = await store({ server: home.server })
    const path = await existing(shop, probe.endpoint.path)
    const one = beginning(path, probe.twin)
    const listed = async (): Promise<Record<string, unknown>[]> => {
      const { body } = await shop.request('GET', `/v1/${shop.id}${collectionOf(one)}`)
      return body.map(({ position, priority, is_default, subcategories, updated_at, ...shown }: typeof body) => shown)
    }
    const before = (await listed()).filter(({ id }) => !one.endsWith(`/${id}`))
    const others = new Set(before.map(({ id }) => id))
    expect(others.size).toBeGreaterThan(0)
    const own = async () => (await shop.request('GET', `/v1/${shop.id}${one}`)).body
    const old = await own()
    for (const body of everyField(probe)) await shop.request(probe.endpoint.method, `/v1/${shop.id}${path}`, { body })
    expect(await own()).not.toEqual(old)
    expect((await listed()).filter(({ id }) => others.has(id))).toEqual(before)
  })
})

test('every scope that an endpoint asks for is one of the list', () => {
  for (const { endpoint, title } of probes)
    expect(endpoint.scope === 'none' || isScope(endpoint.scope), title).toBe(true)
})

test('D14: what stands in the place of a version is told the valid ones, unless it is a path of our own', async () => {
  const valid = `Valid versions are ${versions.join(', ')}`
  for (const version of ['V1', 'Unstable', 'v1.1', 'latest', 'api', '2025-3', 'V2025-03', '%20']) {
    for (const method of ['GET', 'POST'] as const) {
      expectRefusal(await ask(home.server, method, `/${version}/1/products?page=1`), 404, 'A', valid)
    }
  }
  for (const path of [
    '/apps/1/nowhere',
    '/panel/1/nowhere',
    '/health/1/nowhere',
    '/docs/1/nowhere',
    '/drafts/1/nowhere',
    '/nowhere',
    '/V1',
  ]) {
    expectRefusal(await ask(home.server, 'GET', path), 404, 'A', null)
  }
})

test('D7: an unknown path is 404 in JSON, whatever the client accepts', async () => {
  for (const path of ['/nowhere', '/v1', '/v1/', `/v1/${home.id}`, '/favicon.ico', '/%zz', '/@api']) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const headers = { ...home.headers, accept: 'text/html' }
      expectRefusal(await ask(home.server, method, path, { headers }), 404, 'A')
      expectRefusal(await ask(home.server, method, path), 404, 'A')
    }
  }
})

test('D7: the id of a request is the one that the client gave, if it can stand in a log', async () => {
  const idOf = async (given: string | undefined) =>
    (await ask(home.server, 'GET', `/v1/${home.id}/store`, { headers: { ...home.headers, 'x-request-id': given } }))
      .headers['x-request-id']
  expect(await idOf('abc-1:2.3_4')).toBe('abc-1:2.3_4')
  const others = [await idOf(undefined), await idOf('has space'), await idOf('x'.repeat(65)), await idOf('<script>')]
  expect(new Set(others).size).toBe(4)
  for (const id of others) expect(id).toMatch(/^[\w-]{12}-\w+$/)
})
