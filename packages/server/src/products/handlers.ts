import type { Image, Input, images, Page, Product, products, Variant, variants } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Leave } from '../categories/index.ts'
import { variantNotFound } from '../inventory/index.ts'
import { isTransaction, type Queries } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { windowOf } from '../platform/http/paging.ts'
import type { Rendered } from '../platform/http/rendered.ts'
import { gathered, prepared, together } from '../platform/http/transactions.ts'
import { createProducts } from './create.ts'
import * as image from './images.ts'
import { type Draft, draftOf, type ImageDraft } from './product-input.ts'
import { remove, update } from './products.ts'
import { bySku, createReading, get, list, type Reader } from './read.ts'
import { createRenderings, type Renderings } from './renderings.ts'
import { isStockOnly, setStockAndPrice, stockingOf, stockingOfVariant } from './stock.ts'
import { createStocker, type Stocker } from './stocker.ts'
import * as variant from './variants.ts'

export interface ProductOptions {
  /** The public address of the server. */
  url: string
  files: image.ImageFiles
  /** `app.ts` hands it in. */
  leave: Leave
}

export interface ProductHandlers {
  products: Handlers<typeof products, Call>
  variants: Handlers<typeof variants, Call>
  images: Handlers<typeof images, Call>
}

/** What all of them need to answer. */
interface Answering extends ProductOptions {
  renderings: Renderings
  stocker: Stocker
}

export function productHandlers(options: ProductOptions): ProductHandlers {
  const renderings = createRenderings()
  const stocker = createStocker({ url: options.url, renderings })
  const answering = { ...options, renderings, stocker }
  return { products: ofProducts(answering), variants: ofVariants(answering), images: ofImages(answering) }
}

function ofProducts({ url, files, leave, renderings }: Answering): ProductHandlers['products'] {
  const read = createReading()
  const reader = (db: Queries, { store }: Call): Reader => ({ db, store, url })
  /** For what is answered as it is committed. */
  const shared = (call: Call & { db: Queries }): Reader => ({ ...reader(call.db, call), renderings })
  return {
    list: (call, { query }) => list(shared(call), query),
    // What If-Match is held against is read in the transaction, and by itself.
    get: (call, { params }) =>
      isTransaction(call.db) ? get(reader(call.db, call), params.id) : read(shared(call), params.id),
    bySku: (call, { params }) => bySku(reader(call.db, call), params.sku),
    create: prepared<Call, Input<typeof products.create>, Draft, Rendered>(
      async ({ store }, { body }) => draftOf(body, await image.imageDrafts(files, store, body.images ?? []), store),
      async (call, draft) => {
        const [id = 0] = await createProducts(call, [draft])
        return get(reader(call.tx, call), id)
      },
    ),
    update: async (call, { params, body }) => {
      await update(call, params.id, body)
      return get(reader(call.tx, call), params.id)
    },
    delete: (call, { params }) => remove(call, params.id, leave),
    setStockAndPrice: (call, { body }) => setStockAndPrice(call, body),
  }
}

/** Variants and images are read out of their product: it is one document. */
const productAt =
  (url: string) =>
  async (db: Queries, { store }: Call, id: number): Promise<Product> =>
    JSON.parse((await get({ db, store, url }, id)).json)

/** Lists go by id, also where the product shows another order. */
function page<T extends { id: number }>(items: readonly T[], query: { page: number; per_page: number }): Page<T> {
  const { limit, offset } = windowOf(query)
  return { items: items.toSorted((a, b) => a.id - b.id).slice(offset, offset + limit), total: items.length }
}

function ofVariants({ url, stocker }: Answering): ProductHandlers['variants'] {
  const productOf = productAt(url)

  async function variantsOf(db: Queries, call: Call, of: number): Promise<Variant[]> {
    return (await productOf(db, call, of)).variants
  }

  async function variantOf(db: Queries, call: Call, of: number, id: number): Promise<Variant> {
    const found = (await variantsOf(db, call, of)).find(one => one.id === id)
    if (!found) throw variantNotFound()
    return found
  }

  return {
    list: async (call, { params, query }) =>
      page(variant.filtered(await variantsOf(call.db, call, params.product_id), query), query),
    get: (call, { params }) => variantOf(call.db, call, params.product_id, params.id),
    create: async (call, { params, body }) => {
      const id = await variant.create(call, params.product_id, body)
      return variantOf(call.tx, call, params.product_id, id)
    },
    update: together<Call, Input<typeof variants.update>, Rendered | Variant>(
      async (call, { params, body }) => {
        await variant.update(call, params.product_id, params.id, body)
        return variantOf(call.tx, call, params.product_id, params.id)
      },
      (call, { params, body }) => stocker.set(call, stockingOfVariant(params.product_id, params.id, body)),
      ({ body }) => isStockOnly(body),
    ),
    delete: (call, { params }) => variant.remove(call, params.product_id, params.id),
    replaceAll: async (call, { params, body }) => {
      await variant.replaceAll(call, params.product_id, variant.collectionOf(body))
      return variantsOf(call.tx, call, params.product_id)
    },
    updateSome: async (call, { params, body }) => {
      await variant.updateSome(call, params.product_id, body)
      return variantsOf(call.tx, call, params.product_id)
    },
    setStock: gathered<Call, Input<typeof variants.setStock>, Rendered>(async (call, { params, body }) =>
      stocker.set(call, stockingOf(params.product_id, body)),
    ),
  }
}

function ofImages({ url, files }: Answering): ProductHandlers['images'] {
  const productOf = productAt(url)

  async function imageOf(db: Queries, call: Call, of: number, id: number): Promise<Image> {
    const found = (await productOf(db, call, of)).images.find(one => one.id === id)
    if (!found) throw image.imageNotFound()
    return found
  }

  return {
    list: async (call, { params, query }) =>
      page(image.filtered((await productOf(call.db, call, params.product_id)).images, query), query),
    get: (call, { params }) => imageOf(call.db, call, params.product_id, params.id),
    create: prepared<Call, Input<typeof images.create>, { of: number; draft: ImageDraft }, Image>(
      async ({ store }, { params, body }) => ({
        of: params.product_id,
        draft: await image.imageDraft(files, store, body),
      }),
      async (call, { of, draft }) => imageOf(call.tx, call, of, await image.create(call, of, draft)),
    ),
    update: prepared<Call, Input<typeof images.update>, { of: number; id: number; change: image.ImageChange }, Image>(
      async ({ store }, { params, body }) => ({
        of: params.product_id,
        id: params.id,
        change: { input: body, attached: await image.attachedDraft(files, store, body) },
      }),
      async (call, { of, id, change }) => {
        await image.update(call, of, id, change, files)
        return imageOf(call.tx, call, of, id)
      },
    ),
    delete: (call, { params }) => image.remove(call, params.product_id, params.id),
  }
}
