import { expect, test } from 'vitest'
import { png } from '../testing/pictures.ts'
import { shop } from '../testing/products.ts'
import { picturesShown } from './index.ts'

test('orders 3.2: what an order or a draft shows is found, also when the product is gone; of this store only', async () => {
  const of = await shop()
  const { client } = of
  const fileOf = (src: string) => src.split('/').at(-1) ?? ''
  const pictured = async (background: string) => {
    const attachment = (await png({ background })).toString('base64')
    const { id, variants, images } = await client.products.create({
      body: { name: 'Shirt', price: '10.00', images: [{ attachment }] },
    })
    return { id, file: fileOf(images[0]?.src ?? ''), products: [{ variant_id: variants[0]?.id ?? 0, quantity: 1 }] }
  }
  const ordered = await pictured('#100001')
  const drafted = await pictured('#100002')
  const unsold = await pictured('#100003')
  const { products } = await client.orders.create({ body: { products: ordered.products } })
  const contact = { contact_name: 'Ana', contact_lastname: 'Lima', contact_email: 'ana@example.com' }
  await client.draftOrders.create({ body: { ...contact, products: drafted.products } })
  for (const { id } of [ordered, drafted, unsold]) await client.products.delete({ params: { id } })
  expect(fileOf(products[0]?.image.src ?? '')).toBe(ordered.file)
  const files = [ordered.file, drafted.file, unsold.file]
  expect(await picturesShown(of.db, of.id, files)).toEqual(new Set([ordered.file, drafted.file]))
  expect(await picturesShown(of.db, of.id + 1, files)).toEqual(new Set())
})
