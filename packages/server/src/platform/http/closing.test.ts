import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectSecurely } from 'node:tls'
import { expect, test } from 'vitest'
import { atEnd } from '../../testing/ending.ts'
import { inCheckout } from '../../testing/process.ts'
import { listenAt } from './listen.ts'
import { createServer } from './server.ts'

const pem = (kind: string) => readFileSync(inCheckout(`packages/server/src/testing/tls.${kind}.pem`), 'utf8')
const tls = { cert: pem('cert'), key: pem('key') }

test.each(['connection', 'secureConnection'])(
  'a %s on which nothing was said holds up no stop, and one that says something now is told',
  async made => {
    const isSecure = made === 'secureConnection'
    const app = createServer({ logger: undefined, trustProxy: false, ...(isSecure ? { https: tls } : {}) })
    app.get('/', async () => 'served')
    atEnd(async () => app.server.closeAllConnections())
    await listenAt(app, ['127.0.0.1'], 0)
    const { port } = app.server.address() as AddressInfo
    const dial = async () => {
      const taken = once(app.server, made)
      const socket = isSecure ? connectSecurely({ port, rejectUnauthorized: false }) : connect({ port })
      await taken
      return socket
    }
    const silent = await dial()
    const late = await dial()
    const closing = app.close()
    late.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await text(late)).toContain('The service is stopping, try again')
    expect(await text(silent)).toBe('')
    await closing
  },
  // A server that waits for it does so until its client goes.
  9000,
)
