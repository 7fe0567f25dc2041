import { ApiError, badFields, badRequest, invalid, notFound, refused } from '@bodega/api'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { describeError, isFault, lastPageOf, sayWrong } from './errors.ts'
import { en } from './texts/en/index.ts'

const t = ((key: string) => key) as TFunction
const describe = (error: unknown) => describeError(error, t)

test('a refusal is told with the reason of the server, in whichever of its shapes that came', () => {
  expect(describe(invalid({ name: ['is required', 'is short'] }))).toBe('errors.refused name: is required, is short')
  expect(describe(badFields({ description: ['The description field is required.'] }))).toBe(
    'errors.refused description: The description field is required.',
  )
  expect(describe(badRequest('It is packed already'))).toBe('errors.refused It is packed already')
  expect(describe(refused(409, 'plan_changed'))).toBe('errors.refused plan_changed')
  expect(describe(refused(409))).toBe('errors.refused')
  expect(describe(refused(413, '<html>\n<h1>413 Request Entity Too Large</h1>'))).toBe('errors.refused')
})

test('what the server says often of a field is said in the language of the page, and in English as it said it', () => {
  const said = (text: string) => sayWrong(text, t)
  expect(said('has already been taken')).toBe('wrong.taken')
  expect(said('is too long (maximum is 255 characters)')).toBe('wrong.long')
  expect(said('is not one of your stores')).toBe('is not one of your stores')
  expect(describe(invalid({ email: ['has already been taken'] }))).toBe('errors.refused email: wrong.taken')
  const filled = Object.values(en.wrong).map(text => text.replace('{{limit}}', '7'))
  expect(filled.map(said)).toEqual(Object.keys(en.wrong).map(kind => `wrong.${kind}`))
})

test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  'nothing arrived is no fault of a page: %s',
  message => {
    expect(describe(new TypeError(message))).toBe('errors.unreachable')
    expect(isFault(new TypeError(message))).toBe(false)
  },
)

test('a style sheet that did not arrive is no fault of a page', () => {
  expect(isFault(new Error('Unable to preload CSS for /assets/settings.css'))).toBe(false)
})

test('a fault of a page is neither an answer nor the lack of one', () => {
  expect(isFault(new RangeError('Invalid currency code : R$'))).toBe(true)
  expect(isFault(new TypeError("Cannot read properties of undefined (reading 'total')"))).toBe(true)
  expect(isFault(new ApiError(503, {}))).toBe(false)
})

test('a page behind the end of a list says which is the last', () => {
  expect(lastPageOf(notFound('Last page is 3'))).toBe(3)
  // An empty list has a first page to be shown.
  expect(lastPageOf(notFound('Last page is 0'))).toBe(1)
  expect(lastPageOf(notFound('Order not found'))).toBeUndefined()
  expect(lastPageOf(refused(500, 'Last page is 3'))).toBeUndefined()
  expect(lastPageOf(null)).toBeUndefined()
})
