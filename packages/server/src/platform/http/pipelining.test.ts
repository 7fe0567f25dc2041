import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { atEnd } from '../../testing/ending.ts'
import { listening } from '../../testing/listening.ts'
import { signal } from '../../testing/waiting.ts'
import { createServer } from './server.ts'

/** A server whose answers come when they are let go, and which of them were begun. */
async function serving() {
  const app = createServer({ logger: undefined, trustProxy: false })
  atEnd(() => app.close())
  const begun: string[] = []
  const [asked, mayEnd] = [signal(), signal()]
  app.get<{ Params: { name: string } }>('/slow/:name', async ({ params }) => {
    begun.push(params.name)
    asked.give()
    await mayEnd.promise
    return params.name
  })
  app.get('/ended', async () => 'ended')
  await app.ready()
  const socket = connect(Number(new URL(await listening(app.server)).port), '127.0.0.1')
  await once(socket, 'connect')
  const ask = (names: readonly string[], more = '') =>
    socket.write(names.map(name => `GET ${name} HTTP/1.1\r\nhost: x\r\n${more}\r\n`).join(''))
  return { app, begun, asked, mayEnd, socket, ask }
}

const bodiesIn = (answers: string) => answers.split('\r\n\r\n').map(part => part.split('HTTP/1.1')[0])

test('what is asked ahead is begun in turn, and answered in it', async () => {
  const { begun, asked, mayEnd, socket, ask } = await serving()
  const names = Array.from({ length: 400 }, (_, i) => String(i))
  ask(names.map(name => `/slow/${name}`))
  ask(['/ended'], 'connection: close\r\n')
  await asked.promise
  expect(begun).toEqual(['0'])
  mayEnd.give()
  expect(bodiesIn(await text(socket))).toEqual(['', ...names, 'ended'])
  expect(begun).toEqual(names)
})

test('who has heard the answers may ask ahead again', async () => {
  const { mayEnd, socket, ask } = await serving()
  mayEnd.give()
  const names = Array.from({ length: 400 }, (_, i) => `/slow/${i}`)
  let heard = ''
  socket.on('data', piece => {
    heard += piece
  })
  for (const round of [1, 2]) {
    ask(names)
    await expect.poll(() => bodiesIn(heard).length).toBe(round * names.length + 1)
  }
  socket.destroy()
})

test('what nobody waits for any more is never begun', async () => {
  const { app, begun, asked, mayEnd, socket, ask } = await serving()
  ask(['/slow/first', '/slow/second', '/slow/third'])
  await asked.promise
  socket.destroy()
  mayEnd.give()
  await app.close()
  expect(begun).toEqual(['first'])
})

test('who asks for more and more without waiting is let go', async () => {
  const { begun, mayEnd, socket, ask } = await serving()
  ask(Array.from({ length: 600 }, (_, i) => `/slow/${i}`))
  expect(await text(socket).catch(() => '')).toBe('')
  expect(begun).toEqual(['0'])
  mayEnd.give()
})
