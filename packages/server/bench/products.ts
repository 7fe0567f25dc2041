import type autocannon from 'autocannon'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { mirrored } from './lists.ts'
import type { Scenario } from './scenarios.ts'

const sizes = [1_000, 100_000]

type Query = (catalogue: Catalogue) => string

const list = (name: string, key: string, query: Query): Scenario => ({
  name,
  limit: 'one prepared select of the rows of a list, same bytes',
  sizes,
  async prepare(bench, size) {
    const catalogue = await catalogueOf(bench, size)
    const path = `${catalogue.path}/products?per_page=50${query(catalogue)}`
    return mirrored(bench, `${key}-${size}`, path, catalogue.headers)
  },
})

/** 50 on a page: the thousandth where there are so many, else the last. */
const farPage = ({ size }: Catalogue) => Math.min(1000, Math.floor(size / 50))

export const productScenarios: Scenario[] = [
  {
    name: 'GET /products/{id}',
    limit: 'one prepared select by primary key, same bytes',
    sizes,
    async prepare(bench, size) {
      const { sample, path, headers } = await catalogueOf(bench, size)
      const ids = await bench.mirror(
        `products-${size}`,
        sample.map(product => JSON.stringify(product)),
      )
      return {
        ours: sample.map(({ id }) => ({ method: 'GET', path: `${path}/products/${id}`, headers })),
        bare: ids.map(id => ({ method: 'GET', path: `/one/${id}` })),
      }
    },
  },
  list('GET /products, first page', 'first', () => ''),
  list('GET /products, page 1000', 'far', catalogue => `&page=${farPage(catalogue)}`),
  list('GET /products?q', 'q', ({ word }) => `&q=${word}`),
  list('GET /products?category_id', 'category', ({ category }) => `&category_id=${category}`),
  list('GET /products?updated_at_min', 'updated', ({ since }) => `&updated_at_min=${since}`),
  {
    name: 'POST /products/{id}/variants/stock',
    limit: 'one update and one insert in a transaction',
    sizes,
    async prepare(bench, size) {
      const { sample, path, headers } = await catalogueOf(bench, size)
      const levels = await bench.levels(`stock-${size}`, sample.length)
      const json = { 'content-type': 'application/json' }
      const body = (id?: number) => JSON.stringify({ action: 'variation', value: 1, id })
      return {
        ours: sample.map(
          ({ id, variants }): autocannon.Request => ({
            method: 'POST',
            path: `${path}/products/${id}/variants/stock`,
            headers: { ...headers, ...json },
            body: body(variants[0]?.id),
          }),
        ),
        bare: levels.map(
          (level): autocannon.Request => ({ method: 'POST', path: `/level/${level}`, headers: json, body: body() }),
        ),
      }
    },
  },
]
