import { expect, test } from 'vitest'
import { appIdOf } from './links.ts'

test.each([
  ['12', 12],
  ['  12 ', 12],
  ['https://bodega.example/apps/12/authorize', 12],
  ['https://bodega.example/apps/12/authorize?state=34', 12],
  ['https://shop.example/admin/apps/12/authorize', 12],
  ['/apps/12', 12],
  ['http://localhost:3000/apps/7/authorize?redirect_uri=https%3A%2F%2Fevil.example%2Fapps%2F9', 7],
])('%s means app %i', (text, id) => {
  expect(appIdOf(text)).toBe(id)
})

test.each([
  '',
  'robot',
  '0',
  '/apps/',
  '/apps/x/authorize',
  '12a',
  '99999999999999999999',
  'https://bodega.example/12',
])('%j means none', text => {
  expect(appIdOf(text)).toBeUndefined()
})
