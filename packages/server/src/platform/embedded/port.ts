import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { EmbeddedError } from './error.ts'

/**
 * A free port below the ranges that systems give to outgoing connections (32768 up on Linux, 49152 up elsewhere):
 * so that nobody's connection sits on it while PostgreSQL is being restarted.
 */
export async function findPort(preferred?: number): Promise<number> {
  const candidates = Array.from({ length: 50 }, () => randomInt(20_000, 32_000))
  for (const port of preferred ? [preferred, ...candidates] : candidates) if (await isFree(port)) return port
  throw new EmbeddedError('No port on 127.0.0.1 could be had for the embedded database: set DATABASE_URL')
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
