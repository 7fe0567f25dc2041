import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './ending.ts'

/** Lets a server listen on this machine until the end, and gives its address. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
