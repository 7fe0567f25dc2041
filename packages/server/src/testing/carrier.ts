/** A carrier as apps write them: a real HTTP server that is asked for rates. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Rate, RateRequest, ShippingCarrier, ShippingCarrierInput, ShippingOptionInput } from '@bodega/api'
import { listening } from './listening.ts'
import type { TestStore } from './store.ts'

export interface Asked {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: RateRequest
}

/** What a carrier does with a request; nothing at all is a way too. */
export type Reply = (request: RateRequest, response: ServerResponse) => void

export interface TestCarrier {
  url: string
  /** What it was asked, in order. */
  asked: Asked[]
}

export async function carrierServer(reply: Reply): Promise<TestCarrier> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body: RateRequest = JSON.parse(Buffer.concat(chunks).toString())
    asked.push({ method: request.method, url: request.url, headers: request.headers, body })
    reply(body, response)
  })
  return { url: `${await listening(server)}/rates`, asked }
}

export const aRate = (change: Partial<Rate> = {}): Rate =>
  ({ name: 'Sedex', code: 'sedex', price: 20, currency: 'BRL', type: 'ship', reference: 'r1', ...change }) as Rate

/** Answers with these rates; a function may look at what was asked. */
export const rates =
  (of: readonly unknown[] | ((request: RateRequest) => readonly unknown[]), status = 200): Reply =>
  (request, response) => {
    const body = JSON.stringify({ rates: typeof of === 'function' ? of(request) : of })
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }

/** A carrier of the calling app with its options. */
export async function register(
  { client }: TestStore,
  carrier: Partial<ShippingCarrierInput> & { callback_url: string },
  options: readonly Partial<ShippingOptionInput>[] = [{}],
): Promise<ShippingCarrier> {
  const made = await client.shippingCarriers.create({ body: { name: 'Transporte', types: 'ship,pickup', ...carrier } })
  for (const option of options) {
    const body = { code: 'sedex', name: 'Sedex', ...option }
    await client.shippingOptions.create({ params: { carrier_id: made.id }, body })
  }
  return made
}
