import { createSecretKey } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { signatures } from '../webhooks/sign.ts'
import { type Arrival, createReceiver } from './receiver.ts'

test('what comes before the secret is known waits for it, and is checked by it', async () => {
  let tell = (_secret: string) => {}
  const told = new Promise<string>(resolve => {
    tell = resolve
  })
  let ask = () => {}
  const asked = new Promise<void>(resolve => {
    ask = resolve
  })
  const arrivals: Arrival[] = []
  const receiver = await createReceiver({
    path: '/here',
    secret: () => {
      ask()
      return told
    },
    timeout: 1000,
    onArrival: arrival => arrivals.push(arrival),
  })
  onTestFinished(() => receiver.close())
  const notification = { store_id: 1, event: 'order/created', id: 7 }
  const body = JSON.stringify(notification)
  const key = createSecretKey(Buffer.from('the secret of the receiver'))
  const headers = new Headers({ 'content-type': 'application/json' })
  const signed = signatures(key, { id: 'a', body, now: new Date() })
  for (let i = 0; i < signed.length; i += 2) headers.set(signed[i] ?? '', signed[i + 1] ?? '')

  const answer = fetch(receiver.url, { method: 'POST', headers, body })
  await asked
  expect(arrivals).toEqual([])
  tell('the secret of the receiver')

  expect((await answer).status).toBe(200)
  expect(arrivals).toEqual([{ id: 'a', problem: null, notification, forwarded: null }])
})
