import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allScopes, impliedScopes, isScope, type Scope, scopesBeyond } from './scopes.ts'

const some = fc.subarray(allScopes)

test('D26: what is granted is opened, and granting more never closes anything', () => {
  fc.assert(
    fc.property(some, some, (one, more) => {
      const opened = impliedScopes(one)
      for (const scope of one) expect(opened.has(scope)).toBe(true)
      const wider = impliedScopes([...one, ...more])
      for (const scope of opened) expect(wider.has(scope)).toBe(true)
    }),
  )
})

test('D26: what is opened opens nothing further', () => {
  fc.assert(
    fc.property(some, granted => {
      const opened = impliedScopes(granted)
      expect(impliedScopes(opened)).toEqual(opened)
    }),
  )
})

test('D26: writing gives reading of the same family', () => {
  for (const scope of allScopes) {
    const read = scope.replace(/^write_/, 'read_')
    if (isScope(read)) expect(impliedScopes([scope]).has(read)).toBe(true)
  }
})

test('D26: reading never gives writing', () => {
  fc.assert(
    fc.property(fc.subarray(allScopes.filter(scope => scope.startsWith('read_'))), granted => {
      for (const scope of impliedScopes(granted)) expect(scope).toMatch(/^read_/)
    }),
  )
})

const given = (...granted: Scope[]) => [...impliedScopes(granted)].toSorted()

test('D26: products and shipping give the locations, orders give their shipments, and nobody else anything', () => {
  expect(given('read_products')).toEqual(['read_locations', 'read_products'])
  expect(given('write_products')).toEqual(['read_locations', 'read_products', 'write_products'])
  expect(given('read_shipping')).toEqual(['read_locations', 'read_shipping'])
  expect(given('write_shipping')).toEqual(['read_locations', 'read_shipping', 'write_shipping'])
  expect(given('read_orders')).toEqual(['read_fulfillment_orders', 'read_orders'])
  expect(given('write_orders')).toEqual([
    ...['read_fulfillment_orders', 'read_orders', 'write_fulfillment_orders', 'write_orders'],
  ])
  for (const family of [
    'locations',
    'fulfillment_orders',
    'draft_orders',
    'customers',
    'coupons',
    'content',
    'payments',
  ]) {
    expect(given(`read_${family}` as Scope)).toEqual([`read_${family}`])
    expect(given(`write_${family}` as Scope)).toEqual([`read_${family}`, `write_${family}`])
  }
  expect(given('write_scripts')).toEqual(['write_scripts'])
  expect(given()).toEqual([])
})

test('only the names of the list are scopes', () => {
  for (const scope of allScopes) expect(isScope(scope)).toBe(true)
  for (const text of ['', 'read', 'toString', '__proto__', 'constructor', 'write_everything', 'Read_products']) {
    expect(isScope(text)).toBe(false)
  }
})

test('D26: more is what was not opened yet, and with it all that is wanted is open', () => {
  expect(scopesBeyond(['write_products'], ['read_products', 'read_locations', 'write_orders'])).toEqual([
    'write_orders',
  ])
  fc.assert(
    fc.property(some, some, (granted, wanted) => {
      const more = scopesBeyond(granted, wanted).filter(isScope)
      for (const scope of more) expect(impliedScopes(granted).has(scope)).toBe(false)
      const opened = impliedScopes([...granted, ...more])
      for (const scope of wanted) expect(opened.has(scope)).toBe(true)
    }),
  )
})
