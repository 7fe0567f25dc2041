/** A client that sends bytes as they are: what no well-behaved client lets through must reach the server too. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** What came of it: an answer, or the server hung up without one. */
export type Outcome = WireAnswer | 'hung up' | 'silent'

const end = '\r\n\r\n'

/** A whole answer at the beginning of what has come, and how much of it that is. */
function answerIn(text: string, isHead: boolean): { answer: WireAnswer; length: number } | undefined {
  const at = text.indexOf(end)
  if (at < 0) return undefined
  const [first = '', ...lines] = text.slice(0, at).split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(first.split(' ')[1])
  const from = at + end.length
  // "100 Continue" and its like come before the answer.
  if (status < 200) return answerIn(text.slice(from), isHead)
  const isEmpty = isHead || status === 204 || status === 304
  if (headers['transfer-encoding'] === 'chunked' && !isEmpty) {
    const last = text.indexOf(`\r\n0${end}`, from - 2)
    return last < 0 ? undefined : answered(status, headers, text.slice(from, last), last + 3 + end.length)
  }
  const length = isEmpty ? 0 : Number(headers['content-length'] ?? 0)
  if (text.length < from + length) return undefined
  return answered(status, headers, text.slice(from, from + length), from + length)
}

const answered = (status: number, headers: Record<string, string>, latin: string, length: number) => ({
  answer: { status, headers, body: Buffer.from(latin, 'latin1').toString() },
  length,
})

/** One connection, used again as long as the server keeps it. */
export class Wire {
  readonly #port: number
  #socket: Socket | undefined

  constructor(port: number) {
    this.#port = port
  }

  async #connected(): Promise<Socket> {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket
    const socket = connect(this.#port, '127.0.0.1').setEncoding('latin1').setNoDelay()
    // Whoever sends too much to a server that has had enough is cut off: the outcome tells.
    socket.on('error', () => {})
    this.#socket = socket
    await once(socket, 'connect')
    return socket
  }

  /** Sends the bytes, and waits for one answer to them. */
  async send(bytes: Buffer, isHead: boolean, patience = 20_000): Promise<Outcome> {
    const socket = await this.#connected()
    let text = ''
    return new Promise(resolve => {
      const settle = (outcome: Outcome, keep: boolean) => {
        clearTimeout(timer)
        socket.off('data', hear).off('close', close)
        if (!keep) this.close()
        resolve(outcome)
      }
      const hear = (chunk: string) => {
        text += chunk
        const found = answerIn(text, isHead)
        // Where more came than one answer, the bytes were more than one request: what follows is nobody's.
        if (found) settle(found.answer, text.length === found.length && found.answer.headers.connection !== 'close')
      }
      const close = () => settle('hung up', false)
      const timer = setTimeout(() => settle('silent', false), patience)
      socket.on('data', hear).on('close', close)
      socket.write(bytes)
    })
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}

/** Whoever sends a byte now and then, and never comes to an end. */
export function dribble(port: number, beginning: string, pause: number): { isOver(): boolean; close(): void } {
  const socket = connect(port, '127.0.0.1', () => socket.write(beginning))
  socket.on('error', () => {}).resume()
  const timer = setInterval(() => socket.write('x'), pause)
  socket.on('close', () => clearInterval(timer))
  return { isOver: () => socket.destroyed, close: () => void socket.destroy() }
}
