import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A burst of connections is taken, and if need be refused in words: one that the system drops tries again after seconds. */
const backlog = 4096

/** `localhost` is two addresses on many machines, and clients try either first. */
export const addressesOf = async (host: string): Promise<string[]> =>
  host === 'localhost' ? [...new Set((await lookup(host, { all: true })).map(({ address }) => address))] : [host]

/**
 * Listens at an address, and by further doors at others. For those Fastify would make servers of their own, which have
 * nothing of what was put on the first: they would shed no load, answer what is no HTTP in another shape, and at the end
 * nobody would wait for their requests.
 */
export async function listenAt(app: FastifyInstance, addresses: readonly string[], port: number): Promise<void> {
  const [host, ...others] = addresses
  const doors = others.map(address => ({ address, door: doorTo(app) }))
  const closed: Promise<unknown>[] = []
  app.addHook('preClose', async () => {
    for (const { door } of doors) closed.push(once(door.close(), 'close'))
  })
  app.addHook('onClose', () => Promise.all(closed))
  await app.listen({ ...(host === undefined ? {} : { host }), port, backlog })
  // What listens on a port has an address of this kind.
  const own = app.server.address() as AddressInfo
  for (const { address, door } of doors) await open(door, { host: address, port: own.port })
}

/** Its connections are those of the server: they count for its limits of time, and it ends them. */
const doorTo = (app: FastifyInstance): Server =>
  createServer({ noDelay: true }, socket => void app.server.emit('connection', socket))

/** An address that cannot be had, as `::1` where IPv6 is off, is done without. */
const open = (door: Server, place: { host: string; port: number }): Promise<void> =>
  new Promise(resolve => {
    door.on('error', () => resolve())
    door.listen({ ...place, backlog }, resolve)
  })
