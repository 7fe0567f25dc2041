/** The admin's side of the messages that the public `@tiendanube/nexo` package sends from an app (docs/contract: apps 8). */

export type Payload = Readonly<Record<string, unknown>>

/** What an app is answered, by the type of what it asks; nothing where the answer could not be had. */
export type Questions = Readonly<Record<string, (payload: Payload) => object | Promise<object | undefined>>>

/** What is done about what it says without waiting for an answer. */
export type Notices = Readonly<Record<string, (payload: Payload) => void>>

export interface Message {
  type: string
  payload: Payload
}

const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A page may post anything: what has not the form of a message is none. */
export function messageOf(data: unknown): Message | undefined {
  if (!isObject(data) || typeof data.type !== 'string') return undefined
  return { type: data.type, payload: isObject(data.payload) ? data.payload : {} }
}

/** A text of a payload; apps may send anything. */
export const textOf = (payload: Payload, name: string): string | undefined =>
  typeof payload[name] === 'string' ? payload[name] : undefined

/** A page of this store's admin by the path that apps know, such as `/orders`; nothing where it leads out of the admin. */
export function adminPath(storeId: number, path: string, origin: string): string | undefined {
  const home = `/admin/${storeId}`
  const within = `${home}/${path.replace(/^\/+/, '').replace(/^admin(\/v2)?(\/|$)/, '')}`
  if (!URL.canParse(within, origin)) return undefined
  const { pathname, search } = new URL(within, origin)
  return pathname.startsWith(`${home}/`) ? pathname.replace(/\/$/, '') + search : undefined
}

/** The address of the page has a path decoded or not, an app as it likes. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

export const isSamePath = (one: string, other: string): boolean => decoded(one) === decoded(other)

export interface Conversation {
  send(type: string, payload?: object): void
  end(): void
}

/**
 * Hears the window in the frame while it shows the app's own origin, and answers there and nowhere else: an answer may be
 * a credential. There are no message ids, so each question gets an answer of its own, of the same type.
 */
export function converse(
  frame: HTMLIFrameElement,
  origin: string,
  known: () => { questions: Questions; notices: Notices },
): Conversation {
  const send = (type: string, payload?: object) =>
    frame.contentWindow?.postMessage({ type, ...(payload ? { payload } : {}) }, origin)
  const hear = async ({ source, origin: sender, data }: MessageEvent) => {
    if (source !== frame.contentWindow || sender !== origin) return
    const message = messageOf(data)
    if (!message) return
    const { type, payload } = message
    const { questions, notices } = known()
    if (Object.hasOwn(notices, type)) notices[type]?.(payload)
    const answer = Object.hasOwn(questions, type) ? await questions[type]?.(payload) : undefined
    if (answer) send(type, answer)
  }
  window.addEventListener('message', hear)
  return { send, end: () => window.removeEventListener('message', hear) }
}
