/** Installing a real app, step by step as the templates of the ecosystem do it: contract, apps 9. */
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { agree, anApp, merchant, type TestApp } from './apps.ts'
import type { Person } from './people.ts'
import { app } from './store.ts'

let server: FastifyInstance
let owner: Person
let store: number
let template: TestApp
let code: string
let token: string

beforeAll(async () => {
  server = await app()
  const made = await merchant(server)
  owner = made.owner
  store = made.store
  template = await anApp({ redirect_url: 'http://localhost:8000/auth/install', scopes: ['write_products'] })
})

/** As the embedded template does it: JSON, with a slash at the end, and a User-Agent of its own or none. */
const exchange = (fields: object) =>
  server.inject({
    method: 'POST',
    url: '/apps/authorize/token/',
    headers: { 'content-type': 'application/json', 'user-agent': 'axios/0.27.2' },
    payload: {
      client_id: String(template.app_id),
      client_secret: template.client_secret,
      grant_type: 'authorization_code',
      ...fields,
    },
  })

const api = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  server.inject({
    method,
    url: `/v1/${store}${path}`,
    headers: { authentication: `bearer ${token}`, 'user-agent': `${template.app_id} (mail@app.example)` },
    ...(body ? { payload: body } : {}),
  })

test('step 1: the merchant opens the address that Passport makes, agrees, and comes to plain http on localhost with code and state', async () => {
  const query = `?response_type=code&client_id=${template.app_id}&state=x`
  const location = await agree(owner, template, query)
  expect(location.origin + location.pathname).toBe('http://localhost:8000/auth/install')
  expect(location.searchParams.get('state')).toBe('x')
  code = location.searchParams.get('code') ?? ''
})

test('step 2: the JSON POST with a slash gets exactly the four fields, user_id as a number', async () => {
  const answer = await exchange({ code })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    scope: 'write_products',
    user_id: store,
  })
  token = answer.json().access_token
})

test('step 4: products are made, read and deleted with that token', async () => {
  const input = { images: [{ src: 'https://pictures.example/a.png' }], name: { en: 'Cup', pt: 'Copo', es: 'Vaso' } }
  const made = await api('POST', '/products', input)
  expect(made.statusCode).toBe(201)
  const read = await api('GET', '/products?fields=id,images,name')
  expect(read.json()).toMatchObject([{ id: made.json().id, name: input.name }])
  expect((await api('DELETE', `/products/${made.json().id}`)).json()).toEqual({})
})

test('step 5: an error has a numeric code, which the app passes on as its own status', async () => {
  const { code: status, message, description } = (await api('GET', '/products/1')).json()
  expect({ status, message }).toEqual({ status: 404, message: 'Not Found' })
  expect(description).toBe('Product with such id does not exist')
})

test('step 3: a used or wrong code is told by error and error_description', async () => {
  for (const wrong of [code, 'wrong', `${code}x`]) {
    const answer = await exchange({ code: wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'invalid_grant', error_description: expect.any(String) })
  }
})

test('step 6: installing again gives another token for the same user_id, and ends the first', async () => {
  const again = (await agree(owner, template)).searchParams.get('code') ?? ''
  const { access_token, user_id } = (await exchange({ code: again })).json()
  expect(user_id).toBe(store)
  const first = token
  token = access_token
  expect((await api('GET', '/products')).statusCode).toBe(200)
  token = first
  await expect.poll(async () => (await api('GET', '/products')).statusCode).toBe(401)
})
