import { setImmediate as turn } from 'node:timers/promises'
import { unprocessable } from '@bodega/api'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendError } from './errors.ts'
import type { Answer } from './idempotency.ts'
import { answerInLines } from './progress.ts'

type Work = (report: (progress: unknown) => void) => Promise<Answer>

function serving(work: Work) {
  const app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler(sendError)
  app.post('/', (request, reply) => answerInLines(request, reply, work))
  return app
}

const done: Answer = { status: 200, body: '{"done":true}' }

test('a line for each report, and the answer last', async () => {
  const app = serving(async report => {
    for (const progress of [1, 2]) {
      report(progress)
      await turn()
    }
    return done
  })
  const { body } = await app.inject({ method: 'POST', url: '/' })
  expect(body).toBe('{"progress":1}\n{"progress":2}\n{"result":{"done":true}}\n')
})

test('without a report the answer is the only line', async () => {
  expect((await serving(async () => done).inject({ method: 'POST', url: '/' })).body).toBe('{"result":{"done":true}}\n')
})

test('a refusal before the first line is an ordinary one, after it the last line', async () => {
  const refused = unprocessable('no')
  const early = await serving(() => Promise.reject(refused)).inject({ method: 'POST', url: '/' })
  expect({ status: early.statusCode, body: early.json() }).toEqual({ status: 422, body: refused.body })
  const late = serving(async report => {
    report(1)
    throw refused
  })
  const { statusCode, body } = await late.inject({ method: 'POST', url: '/' })
  expect(statusCode).toBe(200)
  expect(
    body
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toEqual([{ progress: 1 }, { error: refused.body }])
})

test('a fault is told as one, and nothing of what it was', async () => {
  const app = serving(async report => {
    report(1)
    throw new Error('secret')
  })
  const { body } = await app.inject({ method: 'POST', url: '/' })
  expect(JSON.parse(body.trimEnd().split('\n')[1] ?? '')).toMatchObject({ error: { code: 500 } })
  expect(body).not.toContain('secret')
})

test('who has gone is not worked for any longer', async () => {
  let isOver = () => {}
  const over = new Promise<void>(resolve => {
    isOver = resolve
  })
  const app = serving(async report => {
    try {
      for (;;) {
        report('again')
        await turn()
      }
    } finally {
      isOver()
    }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const response = await fetch(url, { method: 'POST', signal: leaving.signal })
  await response.body?.getReader().read()
  leaving.abort()
  await over
  await app.close()
})
