/** How products are called in addresses: D33. */
import { describe, expect, test } from 'vitest'
import { make, shop, verified } from '../testing/products.ts'

describe('D33: handles', () => {
  const handle = async (of: Awaited<ReturnType<typeof shop>>, body: object) => (await make(of, body)).handle

  test('are made from the name, without accents and signs, per language', async () => {
    const of = await shop()
    expect(await handle(of, { name: { pt: 'Calção  Ünico!', es: 'Pantalón' } })).toEqual({
      pt: 'calcao-unico',
      es: 'pantalon',
    })
  })

  test('are unique: one that is taken gets a suffix in that language', async () => {
    const of = await shop()
    await make(of, { name: { pt: 'Sapato', es: 'Zapato' } })
    const second = await handle(of, { name: { pt: 'Sapato', es: 'Bota' } })
    expect(second).toEqual({ pt: expect.stringMatching(/^sapato-[a-z0-9]{5}$/), es: 'bota' })
    expect(await handle(await shop(), { name: 'Sapato' })).toEqual({ pt: 'sapato', es: 'sapato' })
  })

  test('can be sent, as text or per language; a taken one gets a suffix too', async () => {
    const of = await shop()
    expect(await handle(of, { handle: 'Meu Sapato' })).toEqual({ pt: 'meu-sapato', es: 'meu-sapato' })
    const other = { name: { pt: 'Outro', es: 'Otro' }, handle: { pt: 'meu-sapato' } }
    expect(await handle(of, other)).toEqual({ pt: expect.stringMatching(/^meu-sapato-\w{5}$/), es: 'otro' })
    expect(await handle(of, { name: 'Bota', handle: '' })).toEqual({ pt: 'bota', es: 'bota' })
    expect(await handle(of, { name: 'Luva', handle: null })).toEqual({ pt: 'luva', es: 'luva' })
  })

  test('are kept when the product is renamed', async () => {
    const of = await shop()
    const { id } = await make(of)
    const renamed = await of.client.products.update({ params: { id }, body: { name: 'Bota' } })
    expect(renamed).toMatchObject({ name: { pt: 'Bota' }, handle: { pt: 'sapato' } })
  })

  test('are there in a language that the name gains, and stay as they are in the others', async () => {
    const of = await shop()
    await make(of, { name: { en: 'Shoe' } })
    const made = await make(of, { name: { pt: 'Sapato' }, handle: { pt: 'meu' } })
    const put = async (body: object) => (await of.client.products.update({ params: { id: made.id }, body })).handle
    const both = { pt: 'meu', es: 'zapato-nuevo' }
    expect(await put({ ...made, name: { pt: 'Sapato novo', es: 'Zapato nuevo' } })).toEqual(both)
    expect(await put({ name: { es: 'Bota' } })).toEqual(both)
    expect(await put({ name: { en: 'Shoe' } })).toEqual({ ...both, en: expect.stringMatching(/^shoe-[a-z0-9]{5}$/) })
    const sent = { fr: 'mon', pt: 'seu' }
    expect(await put({ name: { fr: 'Soulier' }, handle: sent })).toMatchObject(sent)
    await verified(of)
  })

  test('can be changed, and the old one is free again; sent empty the name speaks', async () => {
    const of = await shop()
    const { id } = await make(of)
    const put = (body: object) => of.client.products.update({ params: { id }, body })
    expect((await put({ handle: 'bota' })).handle).toEqual({ pt: 'bota', es: 'bota' })
    expect(await handle(of, {})).toEqual({ pt: 'sapato', es: 'sapato' })
    expect((await put({ name: 'Luva', handle: '' })).handle).toEqual({ pt: 'luva', es: 'luva' })
    await verified(of)
  })

  test('sent empty in a language the name speaks in that one, and the others stay (F6)', async () => {
    const of = await shop()
    const { id } = await make(of, { name: { pt: 'Sapato', es: 'Zapato' }, handle: { pt: 'meu', es: 'mi' } })
    const put = async (sent: object | null) =>
      (await of.client.products.update({ params: { id }, body: { handle: sent as never } })).handle
    expect(await put({ es: '' })).toEqual({ pt: 'meu', es: 'zapato' })
    for (const nothing of [{}, [], { en: null }]) {
      expect(await put(nothing)).toMatchObject({ pt: 'meu', es: 'zapato' })
    }
    expect(await put(null)).toEqual({ pt: 'sapato', es: 'zapato' })
    await verified(of)
  })

  test('one that cannot be had is given with the same suffix each time, so that sending it again changes nothing', async () => {
    const of = await shop()
    await make(of)
    const other = await make(of, { name: 'Bota' })
    const put = () => of.client.products.update({ params: { id: other.id }, body: { handle: 'sapato' } })
    const changed = await put()
    expect(changed.handle.pt).toMatch(/^sapato-\w{5}$/)
    await of.events()
    expect(await put()).toEqual(changed)
    expect(await of.events()).toEqual([])
    await verified(of)
  })

  test('a name without a letter still makes one', async () => {
    const of = await shop()
    const made = await make(of, { name: '运动鞋' })
    expect(made.handle.pt).toBe(`product-${made.id}`)
  })
})
