/** The wire between servers and database, which can be cut, slowed and held up. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from '../src/testing/ending.ts'
import { freePort } from '../src/testing/process.ts'

export interface Wire {
  /** The address of the database through the wire. */
  url: string
  /** Ends all connections at this moment, in the middle of whatever they say. */
  cut(): Promise<void>
  /** Every piece takes so many milliseconds, for a while. */
  slow(delay: number, duration: number): Promise<void>
  /** Nothing arrives for a while, and nobody is told. */
  stall(duration: number): Promise<void>
}

export async function wireTo(url: string): Promise<Wire> {
  const target = new URL(url)
  const links = new Set<Socket>()
  let delay = 0
  let held = Promise.resolve()

  /** One direction: the pieces keep their order, because each waits for the one before. */
  const carry = (from: Socket, to: Socket) => {
    let last = Promise.resolve()
    from.on('data', piece => {
      last = last.then(async () => {
        await held
        if (delay > 0) await pause(delay)
        to.write(piece)
      })
    })
    from.on('close', () => void last.then(() => to.destroy()))
  }

  const server = createServer(near => {
    const far = connect(Number(target.port), target.hostname)
    for (const link of [near, far]) links.add(link.on('error', () => {}).on('close', () => links.delete(link)))
    carry(near, far)
    carry(far, near)
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const cut = async () => {
    for (const link of links) link.destroy()
  }
  atEnd(async () => {
    server.close()
    await cut()
  })
  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  return {
    url: through.href,
    cut,
    async slow(milliseconds, duration) {
      delay = milliseconds
      await pause(duration)
      delay = 0
    },
    async stall(duration) {
      held = pause(duration)
      await held
    },
  }
}
