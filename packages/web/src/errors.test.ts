import { ApiError, badFields, badRequest, invalid, notFound, refused } from '@bodega/api'
import { PartnerAppInput } from '@bodega/api/panel'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { describeError, isFault, lastPageOf } from './errors.ts'
import { sayPlace, sayWrong } from './sayings.ts'
import { en } from './texts/en/index.ts'

const t = ((key: string) => key) as TFunction
const describe = (error: unknown) => describeError(error, t)

test('a refusal is told with the reason of the server, in whichever of its shapes that came', () => {
  expect(describe(invalid({ name: ['is required', 'is short'] }))).toBe(
    'errors.refused products.name: is required, is short',
  )
  expect(describe(badFields({ description: ['The description field is required.'] }))).toBe(
    'errors.refused products.description: wrong.blank',
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
  expect(said('must lead to the public internet')).toBe('wrong.internet')
  expect(said('is not one of your stores')).toBe('is not one of your stores')
  expect(describe(invalid({ email: ['has already been taken'] }))).toBe('errors.refused account.email: wrong.taken')
  const filled = Object.values(en.wrong).map(text => text.replace('{{limit}}', '7'))
  expect(filled.map(said)).toEqual(Object.keys(en.wrong).map(kind => `wrong.${kind}`))
})

test.each([
  ['The price must be at least 0.', '0'],
  ['The stock must be at most 1000000000.', '1000000000'],
  ['must be a number from 0 to 1000000000000.00', '1000000000000.00'],
])('the limit of %s ends before the sentence does', (text, limit) => {
  const filled = ((_: string, { limit }: { limit: string }) => limit) as TFunction
  expect(sayWrong(text, filled)).toBe(limit)
})

test('a place is told as the page has it, and what a field is called only by the server as it is', () => {
  const place = (field: string) => sayPlace(field, t)
  expect(place('zones.0.rates.1.steps.2.price')).toBe(
    'shipping.zone 1, shipping.origin 2, shipping.step 3, products.price',
  )
  expect(place('zones.0.postal_codes.3.to')).toBe('shipping.zone 1, shipping.codes 4')
  expect(place('handle')).toBe('handle')
})

test('every field of an application is told as the page has it', () => {
  const untold = Object.keys(PartnerAppInput.properties).filter(field => sayPlace(field, t) === field)
  expect(untold).toEqual([])
})

test.each([
  ['The price must be a number.', 'wrong.number'],
  ['The promotional price must be at least 0.', 'wrong.least'],
  ['must be a number of at least 0', 'wrong.least'],
  ['must be a number from 0 to 1000000000000.00', 'wrong.upTo'],
  ['must be a number of kilograms, at most 100000.000', 'wrong.weight'],
  ['must not be less than min_days', 'why.days'],
  ['must not be before start_date', 'why.early'],
  ['A location that holds stock cannot be deleted', 'why.stocked'],
  ['Store has reached maximum limit of 10 allowed locations', 'why.full'],
  ['Product is not allowed to have more than 250 images', 'why.full'],
  ['Fulfillment order 2 would be left without products', 'why.emptied'],
  ['A shipping table has at most 100000 characters', 'A shipping table has at most 100000 characters'],
  ['Variants cannot be repeated', 'why.sameVariants'],
  ['Variant values should not be repeated', 'why.sameVariants'],
  ['Order is cancelled', 'why.cancelled'],
  ['Order is closed', 'why.closed'],
  ['Invalid status transition from DISPATCHED to UNPACKED', 'why.stepped'],
  ['Fulfillment order 1 (01M7Q69W3RS5DR32J4JHR6FK3H) is PACKED', 'why.stepped'],
  ['The shipment is delivered', 'why.stepped'],
  ['Only a shipment that is not packed can leave from elsewhere', 'why.stepped'],
  ['The default location cannot be deleted', 'why.standard'],
  ['The last variant of a product cannot be deleted.', 'why.lastVariant'],
  ['Location with such id does not exist', 'why.gone'],
  ['Order is open', 'Order is open'],
])('%s is said as %s', (text, said) => {
  expect(sayWrong(text, t)).toBe(said)
  expect(describe(badRequest(text))).toBe(`errors.refused ${said}`)
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
