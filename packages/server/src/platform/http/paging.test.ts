import { ApiError } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastPage, linkHeader, refusePastEnd, windowOf } from './paging.ts'

const total = fc.nat(500)
const perPage = fc.integer({ min: 1, max: 1000 })

test('D5: the windows of all pages lie side by side and hold everything once', () => {
  fc.assert(
    fc.property(total, perPage, (total, per_page) => {
      let next = 0
      for (let page = 1; page <= lastPage(total, per_page); page++) {
        const { limit, offset } = windowOf({ page, per_page })
        expect(offset).toBe(next)
        expect(limit).toBe(Math.min(per_page, 200))
        next = offset + limit
      }
      expect(next).toBeGreaterThanOrEqual(total)
      expect(next - total).toBeLessThan(Math.max(1, Math.min(per_page, 200)))
    }),
  )
})

test('D5: whatever page is asked for, the offset is a number that PostgreSQL takes', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: Number.MAX_VALUE, noNaN: true }), perPage, (page, per_page) => {
      const { offset, limit } = windowOf({ page: Math.floor(page), per_page })
      expect(offset).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER)
      expect(limit).toBeLessThanOrEqual(200)
    }),
  )
})

test('D4: the first page always exists, a page past the end never', () => {
  fc.assert(
    fc.property(total, perPage, fc.integer({ min: 1, max: 300 }), (total, perPage, page) => {
      const last = lastPage(total, perPage)
      if (page === 1 || page <= last) refusePastEnd(page, perPage, total)
      else {
        const refused = () => refusePastEnd(page, perPage, total)
        expect(refused).toThrow(
          new ApiError(404, { code: 404, message: 'Not Found', description: `Last page is ${last}` }),
        )
      }
    }),
    { examples: [[0, 30, 1]] },
  )
})

/** How the clients of the ecosystem read it. */
const parse = (header = '') =>
  Object.fromEntries(
    header
      .split(', ')
      .filter(part => part !== '')
      .map(part => {
        const [, url = '', rel = ''] = /^<([^<>\s]+)>; rel="(\w+)"$/.exec(part) ?? []
        expect(url).not.toBe('')
        return [rel, new URL(url)]
      }),
  )

test('Link: next and last until the end, prev and first from the second page on, all else kept', () => {
  const query = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 4 })
  fc.assert(
    fc.property(total, perPage, query, fc.nat(), (total, perPage, query, seed) => {
      const last = lastPage(total, perPage)
      const page = 1 + (seed % Math.max(1, last))
      const url = new URL('https://shop.example/v1/7/things')
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const kept = [...url.searchParams].filter(([name]) => name !== 'page')
      const links = parse(linkHeader(url, page, perPage, total))
      const pages = Object.fromEntries(
        Object.entries(links).map(([rel, link]) => [rel, Number(link.searchParams.get('page'))]),
      )
      expect(pages).toEqual({
        ...(page < last ? { next: page + 1, last } : {}),
        ...(page > 1 ? { prev: page - 1, first: 1 } : {}),
      })
      for (const link of Object.values(links)) {
        expect(link.origin + link.pathname).toBe('https://shop.example/v1/7/things')
        expect([...link.searchParams].filter(([name]) => name !== 'page')).toEqual(kept)
      }
    }),
  )
})

test('Link: from behind the last page the way back leads to it', () => {
  const url = new URL('https://shop.example/v1/7/things')
  for (const page of [4, 5, 99]) {
    const { prev, first } = parse(linkHeader(url, page, 10, 30))
    expect([prev, first].map(link => link?.searchParams.get('page'))).toEqual(['3', '1'])
  }
})
