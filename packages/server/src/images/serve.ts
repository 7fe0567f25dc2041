import { notFound } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import { matches } from '../platform/http/etag.ts'
import { toldIfBusy } from './busy.ts'
import { type Extension, nameOf, parseName } from './names.ts'
import type { ImageStore } from './store.ts'

const types: Record<Extension, string> = { gif: 'image/gif', jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/** `GET /images/{store_id}/{file}`, for everyone: the name of a file is made from its content, so it is kept for ever. */
export function serveImages(app: FastifyInstance, images: ImageStore): void {
  app.get<{ Params: { store: string; file: string } }>('/images/:store/:file', async (request, reply) => {
    const { store, file } = request.params
    const name = /^[1-9]\d{0,14}$/.test(store) ? parseName(file) : undefined
    const found = name && (await images.open(Number(store), name).catch(toldIfBusy))
    if (!found) throw notFound()
    const etag = `"${nameOf(name)}"`
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      etag,
      // Shops show them on pages of their own; nothing in them may run.
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    if (matches(request.headers['if-none-match'] ?? '', etag)) {
      await found.handle.close()
      return reply.code(304).send()
    }
    return reply.type(types[name.extension]).header('content-length', found.size).send(found.handle.createReadStream())
  })
}
