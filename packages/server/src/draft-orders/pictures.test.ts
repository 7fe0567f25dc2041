import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { png } from '../testing/pictures.ts'
import { shop } from '../testing/products.ts'
import { picturesShown } from './index.ts'

const contact = { contact_name: 'Ana', contact_lastname: 'Lima', contact_email: 'ana@example.com' }

test('orders 3.2: the pictures of orders and drafts are where the server is, also when it was elsewhere then', async () => {
  const { client, db, id: store } = await shop()
  const attachment = (await png({ background: '#100004' })).toString('base64')
  const { variants, images } = await client.products.create({
    body: { name: 'Shirt', price: '10.00', images: [{ attachment }] },
  })
  const products = [{ variant_id: variants[0]?.id ?? 0, quantity: 1 }]
  const { id } = await client.orders.create({ body: { products } })
  const draft = await client.draftOrders.create({ body: { ...contact, products } })
  const here = images[0]?.src ?? ''
  const move = (from: string, to: string) =>
    Promise.all([
      db.run(sql`update orders set document = replace(document, ${from}, ${to}) where store_id = ${store}`),
      db.run(sql`update draft_orders set document = replace(document, ${from}, ${to}) where store_id = ${store}`),
    ])
  const shown = async () => {
    const [listed] = await client.orders.list({ query: {} })
    const one = await client.orders.get({ params: { id } })
    const drafted = await client.draftOrders.get({ params: { id: draft.id } })
    return [listed, one, drafted].map(order => order?.products[0]?.image.src)
  }
  const before = here.replace(new URL(here).origin, 'http://[::1]:3000')
  await move(here, before)
  expect(await shown()).toEqual([here, here, here])
  // One that was not fetched here is where it was.
  const elsewhere = before.replace(`/images/${store}/`, `/images/${store + 1}/`)
  await move(before, elsewhere)
  expect(await shown()).toEqual([elsewhere, elsewhere, elsewhere])
})

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
  await client.draftOrders.create({ body: { ...contact, products: drafted.products } })
  for (const { id } of [ordered, drafted, unsold]) await client.products.delete({ params: { id } })
  expect(fileOf(products[0]?.image.src ?? '')).toBe(ordered.file)
  const files = [ordered.file, drafted.file, unsold.file]
  expect(await picturesShown(of.db, of.id, files)).toEqual(new Set([ordered.file, drafted.file]))
  expect(await picturesShown(of.db, of.id + 1, files)).toEqual(new Set())
})
