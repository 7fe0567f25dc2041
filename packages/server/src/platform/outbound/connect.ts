import { connect, isIP, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { isPublic } from './address.ts'
import { OutboundError, outboundError } from './error.ts'
import type { Lookup } from './lookup.ts'
import { nameOf } from './url.ts'

export interface Target {
  name: string
  port: number
  /** Checked; no other may be connected to. */
  addresses: string[]
}

/** Opens a TCP connection. */
export type Dial = (target: Target) => Promise<Socket>

const connectTimeout = 10_000

export const dial: Dial = ({ name, port, addresses }) =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: name,
      port,
      noDelay: true,
      keepAlive: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1000,
      // The name is not asked for a second time: what was checked is what is connected to.
      lookup: (_name, _options, done) =>
        done(
          null,
          addresses.map(address => ({ address, family: isIP(address) })),
        ),
    })
    const timer = setTimeout(
      () => socket.destroy(new OutboundError('timeout', `${name} cannot be connected to within ${connectTimeout} ms`)),
      connectTimeout,
    )
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })

export interface ConnectorOptions {
  allowPrivate: boolean
  lookup: Lookup
  dial: Dial
  /** Puts TLS on an open connection. */
  secure: buildConnector.connector
}

/** The addresses of a host that may be connected to. Literal ones never reach a lookup, so they are checked here. */
async function targetsOf(name: string, { allowPrivate, lookup }: ConnectorOptions): Promise<string[]> {
  const found = isIP(name) > 0 ? [name] : await addressesOf(name, lookup)
  const allowed = allowPrivate ? found : found.filter(isPublic)
  if (allowed.length === 0) throw new OutboundError('refused_address', `${name} does not lead to the public internet`)
  return allowed
}

async function addressesOf(name: string, lookup: Lookup): Promise<string[]> {
  const found = await lookup(name).catch(error => {
    throw new OutboundError('dns', `${name} cannot be looked up: ${error.code ?? error.message}`, { cause: error })
  })
  if (found.length === 0) throw new OutboundError('dns', `${name} has no address`)
  return found
}

/** How undici gets its connections: look up, check, connect to what was checked, then TLS under the name asked for. */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const open = async (asked: buildConnector.Options): Promise<Socket> => {
    const name = nameOf(asked.hostname)
    const isSecure = asked.protocol === 'https:'
    const port = Number(asked.port || (isSecure ? 443 : 80))
    const addresses = await targetsOf(name, options)
    const socket = await options.dial({ name, port, addresses }).catch(error => {
      throw outboundError(error, 'connect')
    })
    return isSecure ? secured(options.secure, { ...asked, hostname: name }, socket) : socket
  }
  return (asked, callback) => {
    open(asked).then(
      socket => callback(null, socket),
      error => callback(error, null),
    )
  }
}

/** The certificate must be the one of the name in the address, whatever a `host` header says. */
function secured(secure: buildConnector.connector, asked: buildConnector.Options, httpSocket: Socket): Promise<Socket> {
  const { servername: _fromHeader, ...rest } = asked
  const servername = isIP(asked.hostname) > 0 ? {} : { servername: asked.hostname }
  return new Promise((resolve, reject) => {
    secure({ ...rest, ...servername, httpSocket }, (error, socket) => {
      if (socket) return resolve(socket)
      httpSocket.destroy()
      reject(outboundError(error, 'tls'))
    })
  })
}
