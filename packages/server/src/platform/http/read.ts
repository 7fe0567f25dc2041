import type { Operation, Page, Paging } from '@bodega/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matches } from './etag.ts'
import { fieldsOf, pick } from './fields.ts'
import { linkHeader, refusePastEnd } from './paging.ts'
import { arrayOf, countOf, parsed, Rendered, textOf } from './rendered.ts'
import { checkReply } from './reply-check.ts'
import { inRoom, workIn } from './room.ts'
import { type Asked, type Context, silent } from './route.ts'

/** Answers a GET. */
export const read = <C extends Context, E extends Operation>(asked: Asked<C, E>): Promise<unknown> =>
  inRoom(asked, largest => answer(asked, largest))

/** A page of a list, or one thing with its tag. */
async function answer<C extends Context, E extends Operation>(asked: Asked<C, E>, largest: number): Promise<unknown> {
  const { host, route, context, input, request, reply } = asked
  const { endpoint, handler } = route
  const result = await workIn(asked, largest, () =>
    handler({ db: host.dbFor(context, largest), ...context }, input, silent),
  )
  const fields = fieldsOf(input.query.fields)
  if (endpoint.list) {
    const { items, total, reachable = total } = result as Page<unknown>
    if (host.checkReplies) checkReply(endpoint, items.map(parsed))
    reply.header('x-total-count', total)
    const query = input.query as Paging
    refusePastEnd(query.page, query.per_page, reachable)
    linkPages(reply, host.address(request), query, reachable)
    const array = await arrayOf(items, fields)
    return isWrapped(endpoint, request) ? `{"${endpoint.envelope}":${array},"total":${total}}` : array
  }
  if (host.checkReplies) checkReply(endpoint, parsed(result))
  const body = textOf(result)
  const etag = result instanceof Rendered ? result.etag : etagOf(body)
  reply.header('etag', etag)
  const count = countOf(endpoint, result)
  if (count !== undefined) reply.header('x-total-count', count)
  if (count !== undefined && endpoint.query?.properties.page)
    linkPages(reply, host.address(request), input.query as Paging, count)
  const seen = request.headers['if-none-match']
  if (seen && matches(seen, etag)) return reply.code(304).send()
  return fields ? JSON.stringify(pick(parsed(result), fields, endpoint.envelope)) : body
}

const isWrapped = (endpoint: Operation, { address }: FastifyRequest): boolean =>
  endpoint.envelope !== undefined && typeof address === 'object' && address.version !== 'v1'

function linkPages(reply: FastifyReply, address: URL, { page, per_page }: Paging, total: number): void {
  const link = linkHeader(address, page, per_page, total)
  if (link) reply.header('link', link)
}
