import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adminPath, isSamePath, messageOf } from './host.ts'

test('a message has a type; its payload is an object, whatever was sent', () => {
  expect(messageOf({ type: 'app/ready' })).toEqual({ type: 'app/ready', payload: {} })
  expect(messageOf({ type: 'app/overlay', payload: { visible: true } })).toEqual({
    type: 'app/overlay',
    payload: { visible: true },
  })
  expect(messageOf({ type: 'app/overlay', payload: null })?.payload).toEqual({})
  for (const data of [null, undefined, 'app/ready', 1, [], {}, { type: 1 }]) expect(messageOf(data)).toBeUndefined()
})

test.each([
  ['/orders', '/admin/1/orders'],
  ['orders', '/admin/1/orders'],
  ['/products/7?from=app', '/admin/1/products/7?from=app'],
  ['/', '/admin/1'],
  ['/admin/orders', '/admin/1/orders'],
  ['/admin/v2/orders', '/admin/1/orders'],
  ['/administrators', '/admin/1/administrators'],
])('%s is the page %s', (path, page) => {
  expect(adminPath(1, path, 'https://bodega.example')).toBe(page)
})

test('no path leads out of the admin of the store', () => {
  const others = ['../2/orders', '../12/orders', '/../../login', '//evil.example/x', 'https://evil.example']
  for (const path of [...others, '\\\\evil.example']) {
    const page = adminPath(1, path, 'https://bodega.example')
    expect([path, page === undefined || /^\/admin\/1(\/|$)/.test(page)]).toEqual([path, true])
  }
  fc.assert(
    fc.property(fc.string(), path => {
      const page = adminPath(1, path, 'https://bodega.example')
      if (page === undefined) return
      const { origin, pathname } = new URL(page, 'https://bodega.example')
      expect(origin).toBe('https://bodega.example')
      expect(pathname).toMatch(/^\/admin\/1(\/|$)/)
    }),
  )
})

test('a path is the same one however its letters are written, also where it cannot be decoded', () => {
  expect(isSamePath('/c/ni%C3%B1os', '/c/niños')).toBe(true)
  expect(isSamePath('/c/100%', '/c/100%')).toBe(true)
  expect(isSamePath('/c/1', '/c/2')).toBe(false)
})
