import Type, { type Static } from 'typebox'
import {
  DateTime,
  Fields,
  Id,
  Localized,
  LocalizedInput,
  Maybe,
  MaybeOf,
  Paging,
  SinceId,
  Sought,
  Text,
} from './common.ts'
import { endpoint } from './endpoint.ts'

/** Where no language says anything, it is an empty list. */
export const Alt = Type.Union([Localized, Type.Array(Type.String(), { maxItems: 0 })])
export type Alt = Static<typeof Alt>

export const Image = Type.Object({
  id: Id,
  product_id: Id,
  src: Type.String(),
  position: Type.Integer({ minimum: 1 }),
  alt: Alt,
  /** 0 until it has been fetched. */
  width: Type.Integer({ minimum: 0 }),
  height: Type.Integer({ minimum: 0 }),
  /** 1 as soon as its smaller ones are served, too. */
  thumbnails_generated: Type.Integer({ minimum: 0, maximum: 1 }),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Image = Static<typeof Image>

export const ImageInput = Type.Object({
  src: Maybe(2048),
  /** Base64 of a file of at most 10 MB. */
  attachment: MaybeOf(Type.String({ maxLength: 14_000_000 })),
  filename: Maybe(),
  position: MaybeOf(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** As a list it was once answered; a client writes its text into one. */
  alt: MaybeOf(Type.Union([LocalizedInput(255), Type.Array(Text(255), { maxItems: 1 })])),
})
export type ImageInput = Static<typeof ImageInput>

const OfProduct = Type.Object({ product_id: Id })
const OneImage = Type.Object({ product_id: Id, id: Id })

export const ImageFilters = Type.Object({
  ...Paging.properties,
  ...SinceId.properties,
  src: Sought(2048),
  position: Type.Optional(Type.Integer()),
})
export type ImageFilters = Static<typeof ImageFilters>

export const images = {
  list: endpoint({
    method: 'GET',
    path: '/products/:product_id/images',
    scope: 'read_products',
    summary: 'List the images of a product',
    params: OfProduct,
    query: ImageFilters,
    reply: Image,
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/products/:product_id/images/:id',
    scope: 'read_products',
    summary: 'Read one image',
    params: OneImage,
    query: Fields,
    reply: Image,
  }),
  create: endpoint({
    method: 'POST',
    path: '/products/:product_id/images',
    scope: 'write_products',
    summary: 'Add an image by address or as base64',
    carriesFiles: true,
    params: OfProduct,
    body: ImageInput,
    status: 201,
    reply: Image,
    errors: { 422: 'No source, not an image, or the product has 250 images' },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/products/:product_id/images/:id',
    scope: 'write_products',
    summary: 'Change position, source or alternative text of an image',
    carriesFiles: true,
    params: OneImage,
    body: ImageInput,
    reply: Image,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/products/:product_id/images/:id',
    scope: 'write_products',
    summary: 'Delete an image',
    params: OneImage,
    reply: Type.Object({}),
  }),
}
