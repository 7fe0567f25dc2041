/** Variants in a sentence, for the tests about them. */
import type { Product, Variant } from '@bodega/api'
import { ask } from './products.ts'
import type { TestStore } from './store.ts'

export const both = (text: string) => ({ pt: text, es: text })

export const variants = (of: TestStore, { id }: Product, path = '') => ({
  get: (query = '') => ask(of, 'GET', `/products/${id}/variants${path}${query}`),
  post: (body: unknown) => ask(of, 'POST', `/products/${id}/variants${path}`, body),
  put: (body?: unknown) => ask(of, 'PUT', `/products/${id}/variants${path}`, body),
  patch: (body: unknown) => ask(of, 'PATCH', `/products/${id}/variants${path}`, body),
  delete: () => ask(of, 'DELETE', `/products/${id}/variants${path}`),
})

export const translated = [
  { values: [{ pt: 'Pequeno', es: 'Chico', en: 'Small' }], stock: 5, sku: 'p' },
  { values: [{ pt: 'Grande', en: 'Large' }], stock: 6, sku: 'g' },
]

export const all = (answer: { body: unknown }) => answer.body as Variant[]
export const valuesOf = (list: readonly Variant[]) => list.map(({ values }) => values.map(value => value.pt).join(' '))
