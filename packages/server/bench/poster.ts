/** The raw limit of sending: notifications posted by a bare undici loop. Runs as a process of its own. */
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { limits } from '../src/webhooks/courier.ts'

export interface Order {
  url: string
  count: number
  /** All at once, or 100 a second. */
  pace: 'full' | 'steady'
}

const headers = {
  'user-agent': 'Bodega',
  'content-type': 'application/json',
  'x-linkedstore-hmac-sha256': '0'.repeat(64),
  'webhook-id': '01a1ddca-f051-7087-b9b3-76e1601db7ee',
  'webhook-timestamp': '1794722425',
  'webhook-signature': `v1,${'0'.repeat(43)}=`,
}

export function servePosts(): void {
  const agent = new Agent({ pipelining: 1 })
  const post = async (url: URL, id: number) => {
    const body = `{"store_id":1,"event":"order/created","id":${id}}`
    const { body: answer } = await agent.request({
      origin: url.origin,
      path: url.pathname,
      method: 'POST',
      headers,
      body,
    })
    await answer.text()
  }
  const full = async (url: URL, count: number) => {
    let next = 0
    const lane = async () => {
      while (next < count) await post(url, ++next)
    }
    // As many at a time as ours sends to one receiver.
    await Promise.all(Array.from({ length: limits.each }, lane))
    return []
  }
  const steady = async (url: URL, count: number) => {
    const delays: number[] = []
    const from = performance.now()
    const posts: Promise<void>[] = []
    for (let i = 0; i < count; i++) {
      await pause(Math.max(0, from + i * 10 - performance.now()))
      const begin = performance.now()
      posts.push(post(url, i).then(() => void delays.push(performance.now() - begin)))
    }
    await Promise.all(posts)
    return delays
  }
  process.on('message', async ({ url, count, pace }: Order) => {
    const delays = await { full, steady }[pace](new URL(url), count)
    process.send?.(delays)
  })
  process.send?.('ready')
}
