import { ageGroups, genders, type VariantInput } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complaints, emptyVariant, stockWishes, variantFields } from './variant-input.ts'

const store = { languages: ['es', 'pt'], main_language: 'es' }

const amount = fc.oneof(
  fc.double({ min: 0, max: 1e11, noNaN: true }),
  fc.nat(10_000).map(n => String(n / 100)),
  fc.constantFrom('', null, '0.005', '007', ' 1 ', -1, '1,5', 'x', 1e15),
)
const text = fc.option(fc.string({ maxLength: 4 }), { nil: null })
const value = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.dictionary(fc.constantFrom('es', 'pt', 'en'), fc.string({ maxLength: 3 })),
)
const input = fc.record(
  {
    price: amount,
    promotional_price: amount,
    cost: amount,
    weight: amount,
    width: amount,
    height: amount,
    depth: amount,
    sku: text,
    barcode: text,
    mpn: text,
    age_group: fc.option(fc.constantFrom(...ageGroups, '' as const), { nil: null }),
    gender: fc.option(fc.constantFrom(...genders, '' as const), { nil: null }),
    image_id: fc.option(fc.nat(9), { nil: null }),
    visible: fc.option(fc.boolean(), { nil: null }),
    values: fc.array(value, { maxLength: 3 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<VariantInput>

/** What becomes of a variant, and which fields were wrong. */
function given(body: VariantInput, old = emptyVariant) {
  const { problems, complain } = complaints()
  return { fields: variantFields(old, body, store, complain), wrong: Object.keys(problems) }
}

const wellGiven = input.filter(body => given(body).wrong.length === 0)

test('law: what is shown of a variant can be sent back and changes nothing; nor does the same input twice', () => {
  fc.assert(
    fc.property(wellGiven, body => {
      const { fields } = given(body)
      const { combination: _computed, ...shown } = fields
      expect(given(shown as VariantInput, fields)).toEqual({ fields, wrong: [] })
      expect(given(body, fields)).toEqual({ fields, wrong: [] })
    }),
  )
})

test('law: what is left out stays, so two inputs one after the other are both in one', () => {
  fc.assert(
    fc.property(wellGiven, wellGiven, (one, other) => {
      const both = given({ ...one, ...other })
      fc.pre(both.wrong.length === 0)
      // What says nothing of a field leaves what the first has said, or what was there before.
      fc.pre(other.visible !== null)
      expect(given(other, given(one).fields).fields).toEqual(both.fields)
    }),
  )
})

test('law: a field is wrong by itself, whatever stands beside it, and only fields that were sent are', () => {
  fc.assert(
    fc.property(input, body => {
      const alone = Object.entries(body).flatMap(([name, value]) => given({ [name]: value }).wrong)
      expect(given(body).wrong.toSorted()).toEqual(alone.toSorted())
      for (const name of given(body).wrong) expect(Object.keys(body)).toContain(name)
    }),
  )
})

test('law: levels are wished for as they are sent, and the stock beside them is not heard', () => {
  const level = fc.record({
    location_id: fc.option(fc.constantFrom('A', 'B'), { nil: null }),
    stock: fc.option(fc.nat(100), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(level, { minLength: 1, maxLength: 4 }), fc.nat(9), (inventory_levels, stock) => {
      const { complain, isEmpty } = complaints()
      const wishes = stockWishes({ inventory_levels, stock }, complain)
      expect(wishes).toEqual(inventory_levels.map(one => ({ ...one, location_id: one.location_id ?? undefined })))
      expect(isEmpty()).toBe(true)
    }),
  )
})
