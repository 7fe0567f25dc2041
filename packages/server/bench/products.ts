import { type Catalogue, catalogueOf } from './catalogue.ts'
import { changing } from './request.ts'
import { levelWrites, lists, reads, type Scenario, toBare, toServers } from './sides.ts'
import { mirror } from './world.ts'

type Query = (catalogue: Catalogue) => string

const list = (key: string, query: Query): Pick<Scenario, 'limit' | 'grows' | 'prepare'> => ({
  limit: 'bare route, one prepared query, same bytes',
  grows: true,
  async prepare(bench, size) {
    const catalogue = await catalogueOf(bench, size)
    const { path, headers } = catalogue
    return lists(bench, `products-${key}-${size}`, { path: `${path}/products?per_page=50${query(catalogue)}`, headers })
  },
})

/** 50 on a page: the thousandth where there are so many, else the last. */
const farPage = ({ size }: Catalogue) => Math.min(1000, Math.floor(size / 50))

export const productScenarios: Scenario[] = [
  {
    name: 'GET /products/{id}',
    limit: 'bare route, one prepared select by key, same bytes',
    target: { ratio: 0.75, connections: 16 },
    connections: [1, 16, 64],
    grows: true,
    spreads: true,
    async prepare(bench, size) {
      const { sample, path, headers } = await catalogueOf(bench, size)
      return reads(
        bench,
        `product-${size}`,
        sample.map(({ id }) => ({ path: `${path}/products/${id}`, headers })),
      )
    },
  },
  {
    ...list('first', () => ''),
    name: 'GET /products?per_page=50',
    target: { ratio: 0.7, connections: 16 },
    connections: [1, 16, 64],
  },
  { ...list('q', ({ word }) => `&q=${word}`), name: 'GET /products?q', connections: [16] },
  { ...list('far', c => `&page=${farPage(c)}`), name: 'GET /products, page 1000', connections: [16], isDetail: true },
  {
    ...list('category', ({ category }) => `&category_id=${category}`),
    name: 'GET /products?category_id',
    connections: [16],
    isDetail: true,
  },
  {
    ...list('updated', ({ since }) => `&updated_at_min=${since}`),
    name: 'GET /products?updated_at_min',
    connections: [16],
    isDetail: true,
  },
  {
    name: 'PUT /products/{id}',
    limit: 'bare route, one update of the same bytes and one insert in a transaction',
    connections: [16],
    grows: true,
    async prepare(bench, size) {
      const { sample, path, writing } = await catalogueOf(bench, size)
      const ids = await mirror(
        bench,
        `put-product-${size}`,
        sample.map(product => JSON.stringify(product)),
      )
      const body = (n: number) => ({ brand: `Marca ${n}` })
      return {
        own: toServers(
          bench,
          changing(
            sample.map(({ id }) => ({ method: 'PUT', path: `${path}/products/${id}`, headers: writing })),
            body,
          ),
        ),
        raw: toBare(
          bench,
          changing(
            ids.map(id => ({ method: 'PUT', path: `/one/${id}`, headers: writing })),
            body,
          ),
        ),
      }
    },
  },
  {
    name: 'PUT stock of one level',
    limit: 'bare route, one update and one insert in a transaction',
    target: { ratio: 0.7, connections: 16 },
    connections: [1, 16, 64],
    grows: true,
    async prepare(bench, size) {
      const { sample, locations, path, writing } = await catalogueOf(bench, size)
      const [location_id] = locations
      const variants = sample.flatMap(product => product.variants.slice(0, 1))
      return {
        own: toServers(
          bench,
          changing(
            variants.map(({ id, product_id }) => ({
              method: 'PUT',
              path: `${path}/products/${product_id}/variants/${id}`,
              headers: writing,
            })),
            n => ({ inventory_levels: [{ location_id, stock: 1_000_000 + n }] }),
          ),
        ),
        raw: await levelWrites(
          bench,
          `stock-${size}`,
          variants.map(variant => JSON.stringify(variant)),
        ),
      }
    },
  },
]
