/** docs/contract: draft-orders 5, the page that a draft leads the buyer to. */
import type { DraftOrderInput } from '@bodega/api'
import { expect, test } from 'vitest'
import { everyone, resumeActor, suspendActor } from '../../access/index.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { database } from '../../testing/database.ts'
import { type OrderShop, stocked } from '../../testing/orders.ts'
import { app } from '../../testing/store.ts'

const contact = {
  contact_name: 'Anastasia',
  contact_lastname: 'Limoeiro',
  contact_email: 'anastasia@example.com',
  contact_phone: '1199887766',
  cpf_cnpj: '378.943.111-22',
  note: 'rings twice',
}
const address = { address: 'Rua Escondida', number: '4711', city: 'Recife', province: 'PE', zipcode: '50030' }

async function draft(of: OrderShop, change: Partial<DraftOrderInput> = {}): Promise<{ id: number; path: string }> {
  const { id, checkout_url } = await of.client.draftOrders.create({
    body: { ...contact, products: [{ variant_id: of.variants[0] ?? 0, quantity: 2 }], ...change },
  })
  return { id, path: checkout_url.replace('http://localhost', '') }
}

const open = ({ server }: Pick<OrderShop, 'server'>, path: string, language = 'en') =>
  server.inject({ url: path, headers: { 'accept-language': language } })

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('a draft: the store, the lines and the sums, and that nothing is paid here', async () => {
  const of = await stocked([[9]])
  const { path } = await draft(of, { discount: '1', discount_type: 'absolute', shipping: { cost: '9.90' } })
  const { statusCode, headers, body } = await open(of, path)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
  })
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(body).toContain('<title>Test · Bodega</title>')
  expect(body).toContain('<h1>Test</h1>')
  expect(body).toContain('The store has prepared this order. Payment is arranged with the store, not on this page.')
  for (const text of ['Produto 1', '2 × R$10.50', 'R$21.00', '-R$1.00', 'R$9.90', 'R$29.90', 'Payment pending']) {
    expect(plain(body)).toContain(text)
  }
})

test.each([
  ['es', 'El pago se acuerda con la tienda', 'Pago pendiente', 'R$10.50<', 'R$21.00<'],
  ['pt', 'O pagamento é combinado com a loja', 'Pagamento pendente', 'R$ 10,50<', 'R$ 21,00<'],
  ['en', 'Payment is arranged with the store', 'Payment pending', 'R$10.50<', 'R$21.00<'],
])('in %s', async (language, ...texts) => {
  const of = await stocked([[9]])
  const { path } = await draft(of)
  const { body } = await open(of, path, language)
  expect(body).toContain(`<html lang="${language}">`)
  for (const text of texts) expect(plain(body)).toContain(text)
  expect(body).not.toContain('Discount')
  const nobody = await open(of, path.replace(/.$/, '!'), language)
  expect([nobody.statusCode, nobody.body.includes(`<html lang="${language}">`)]).toEqual([404, true])
})

test('money is written as the country of the store writes it, as in its admin', async () => {
  const of = await stocked([[9]], {}, { country: 'AR' })
  const page = plain((await open(of, (await draft(of)).path, 'es')).body)
  for (const text of ['2 × $ 10,50<', '$ 21,00<']) expect(page).toContain(text)
})

test('a currency without hundredths is shown without, unless there are some', async () => {
  const of = await stocked([[9, 9]], {}, { country: 'CL' })
  const [whole = 0, odd = 0] = of.variants
  await of.client.variants.update({ params: { product_id: of.products[0] ?? 0, id: whole }, body: { price: '1990' } })
  const products = [whole, odd].map(variant_id => ({ variant_id, quantity: 1 }))
  const { path } = await draft(of, { products })
  const page = plain((await open(of, path)).body)
  for (const text of ['1 × $1,990<', '1 × $10.5<', 'CLP 2,000.5<']) expect(page).toContain(text)
})

test('what the store has written is text', async () => {
  const of = await stocked([[9]], { name: { pt: '<script>alert(1)</script>"&\'' } })
  await of.db.run(sql`update stores set name = '{"pt": "<b>Test"}' where id = ${of.id}`)
  const { path } = await draft(of)
  const { body } = await open(of, path)
  expect(body).not.toMatch(/<script|<b>/)
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;&#39;')
  expect(body).toContain('<h1>&lt;b&gt;Test</h1>')
})

test('nothing of who buys it is shown, neither before nor after it becomes an order', async () => {
  const of = await stocked([[9]])
  const { id, path } = await draft(of, { shipping: { cost: 4, shipping_address: address } })
  const personal = [...Object.values(contact), ...Object.values(address)]
  const pages = [await open(of, path)]
  await of.client.draftOrders.confirm({ params: { id } })
  pages.push(await open(of, path))
  for (const { statusCode, body } of pages) {
    expect(statusCode).toBe(200)
    // The token in the address of the page may hold any digits.
    const page = body.replaceAll(path, '')
    expect(personal.filter(text => page.includes(text))).toEqual([])
  }
})

test('one that became an order shows its number and its state', async () => {
  const of = await stocked([[9]])
  const { id, path } = await draft(of, { payment_status: 'paid' })
  expect((await open(of, path)).body).toContain('<p class="quiet">Paid</p>')
  await of.client.draftOrders.confirm({ params: { id } })
  const { statusCode, body } = await open(of, path)
  expect(statusCode).toBe(200)
  expect(body).toContain('<h2>Order #100</h2>')
  expect(body).toContain('Paid · In preparation')
  expect(body).not.toContain('prepared this order')
  await of.client.orders.cancel({ params: { id }, body: {} })
  expect((await open(of, path)).body).toContain('<p class="quiet">Cancelled</p>')
})

test('whatever leads to nothing is one and the same page', async () => {
  const [of, other] = [await stocked([[9]]), await stocked([[9]])]
  const [{ id, path }, { id: deleted, path: withdrawn }] = [await draft(of), await draft(of)]
  await of.client.draftOrders.delete({ params: { id: deleted } })
  const order = await of.place()
  const token = path.split('/').at(-1) ?? ''
  const wrong = [
    `/drafts/${of.id}/${id}/${'0'.repeat(40)}`,
    `/drafts/${of.id}/${id}/${token.slice(1)}`,
    `/drafts/${of.id}/${id}/${token.toUpperCase()}0`,
    `/drafts/${of.id}/${id}/x`,
    `/drafts/${of.id}/${id}/%00`,
    `/drafts/${of.id}/999999/${token}`,
    `/drafts/${other.id}/${id}/${token}`,
    `/drafts/999999/${id}/${token}`,
    withdrawn,
    // No draft has led to it.
    `/drafts/${of.id}/${order.id}/${order.token}`,
    ...['0', '-1', '1.5', 'x', '1e3', '9'.repeat(15), '9'.repeat(40), '%F0%9F%93%A6'].flatMap(text => [
      `/drafts/${of.id}/${text}/${token}`,
      `/drafts/${text}/${id}/${token}`,
    ]),
  ]
  const answers = await Promise.all(wrong.map(at => open(of, at)))
  const seen = answers.map(({ statusCode, headers, body }, i) => {
    const { 'x-request-id': _, date: __, 'content-length': ___, ...same } = headers
    return JSON.stringify([statusCode, same, body.replaceAll(wrong[i] ?? '', 'here')])
  })
  expect(new Set(seen).size).toBe(1)
  expect(answers[0]?.statusCode).toBe(404)
  expect(answers[0]?.body).toContain('There is no order here')
  expect((await open(of, path)).statusCode).toBe(200)
})

test('HEAD answers as GET does, without the page', async () => {
  const of = await stocked([[9]])
  const { path } = await draft(of)
  for (const at of [path, `${path}0`]) {
    const [get, head] = [await open(of, at), await of.server.inject({ method: 'HEAD', url: at })]
    const { 'x-request-id': _, date: __, ...headers } = get.headers
    expect(head).toMatchObject({ statusCode: get.statusCode, headers, body: '' })
  }
})

test('a store that is suspended shows nothing', async () => {
  const of = await stocked([[9]])
  const { path } = await draft(of)
  await of.db.tx(tx => suspendActor(tx, of.world.now(), of.id, 'app:1'))
  expect((await open(of, path)).statusCode).toBe(200)
  await of.db.tx(tx => suspendActor(tx, of.world.now(), of.id, everyone))
  expect((await open(of, path)).statusCode).toBe(404)
  await of.db.tx(tx => resumeActor(tx, of.id, everyone))
  expect((await open(of, path)).statusCode).toBe(200)
})

test('only the rows of the store are asked for it', async () => {
  const of = await stocked([[9]])
  const { path } = await draft(of)
  const { database: all } = await database()
  const refuse = async () => {
    throw new Error('asked for the rows of all stores')
  }
  const everywhere: Db = { ...all.everywhere, many: refuse, maybe: refuse, one: refuse, run: refuse, tx: refuse }
  const server = await app({ database: { ...all, everywhere } })
  expect((await open({ server }, path)).statusCode).toBe(200)
})
