/** A connection of a client that costs next to nothing: what it spends is missing to the server on the same machine. */
import { connect, type Socket } from 'node:net'

/** What is looked at of an answer. */
export interface Told {
  /** 0 where there was none. */
  status: number
  retryAfter: boolean
  /** How its body begins. */
  opening: string
}

const none: Told = { status: 0, retryAfter: false, opening: '' }

/** One for all: it is read to its end before another connection gets it. */
const incoming = Buffer.alloc(1 << 18)
const end = Buffer.from('\r\n\r\n')
const openingLength = 32

export class Line {
  readonly #socket: Socket
  /** The beginning of an answer, until all of its head is there. */
  #begun = ''
  /** Bytes of the body that are still to come. */
  #left = 0
  #told: Told = none
  #settle: ((told: Told) => void) | undefined
  isOpen = true

  constructor(port: number) {
    const onread = { buffer: incoming, callback: (length: number) => this.#hear(length) }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.isOpen = false
      this.#answer(none)
    })
  }

  /** Sends a request and waits for its answer, however long that takes. */
  send(bytes: Buffer): Promise<Told> {
    return new Promise(resolve => {
      this.#settle = resolve
      if (this.isOpen) this.#socket.write(bytes)
      else this.#answer(none)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #answer(told: Told): void {
    const settle = this.#settle
    this.#settle = undefined
    settle?.(told)
  }

  #hear(length: number): boolean {
    if (this.#left > 0) this.#left -= length
    else this.#begin(incoming.subarray(0, length))
    if (this.#begun === '' && this.#left <= 0) this.#answer(this.#told)
    return true
  }

  #begin(bytes: Buffer): void {
    const at = bytes.indexOf(end)
    if (at < 0) {
      this.#begun += bytes.toString('latin1')
      return
    }
    const head = this.#begun + bytes.toString('latin1', 0, at)
    const from = at + end.length
    this.#begun = ''
    const [, size = '0'] = /content-length: (\d+)/i.exec(head) ?? []
    this.#left = Number(size) - (bytes.length - from)
    this.#told = {
      status: Number(head.slice(9, 12)),
      retryAfter: /retry-after:/i.test(head),
      opening: bytes.toString('latin1', from, Math.min(bytes.length, from + openingLength)),
    }
  }
}
