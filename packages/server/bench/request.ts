/** What is asked of a server, as the bytes that cross the wire: made once, where each request is like the one before. */
export interface Request {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** The request that comes next, whichever connection has its turn. */
export type Next = () => Buffer

/** What the bench calls itself: the API refuses whoever does not say. */
export const agent = 'Bench (bench@example.com)'

export function bytesOf({ method, path, headers, body = '' }: Request): Buffer {
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: 'bench', 'user-agent': agent, ...headers, ...length })
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}

/** One after the other, over and over. */
export function inTurn(requests: readonly Request[]): Next {
  const all = requests.map(bytesOf)
  let count = 0
  return () => all[count++ % all.length] as Buffer
}

/** The same with another body each time: what changes nothing would cost nothing. */
export function changing(requests: readonly Request[], body: (number: number) => object): Next {
  let count = 0
  return () => {
    const request = requests[count % requests.length] as Request
    return bytesOf({ ...request, body: JSON.stringify(body(++count)) })
  }
}
