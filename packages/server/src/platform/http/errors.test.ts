import { notFound } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { expectRefusal, shapeOf } from '../../testing/answers.ts'
import { refusalOf } from './errors.ts'
import { createServer } from './server.ts'

const databaseError = (code: string, more: object = {}) =>
  Object.assign(new Error('relation "secrets" at character 12'), { code, ...more })

describe('D7: what an error becomes', () => {
  test('a refusal is itself', () => {
    const refusal = notFound('Last page is 3')
    expect(refusalOf(refusal)).toBe(refusal)
  })

  test.each([
    '40001',
    '40P01',
    '57014',
    '55P03',
    '53100',
    '53200',
    '53300',
    '28000',
    '28P01',
    '3D000',
    '25006',
    '57P01',
    '57P03',
    '08006',
    'ECONNREFUSED',
    'ECONNRESET',
  ])('%s: the database is busy or away, so trying again may help', code => {
    expect(refusalOf(databaseError(code))).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  })

  test.each(['22021', '22P05', '22003'])('%s: the caller sent what cannot be stored', code => {
    expect(refusalOf(databaseError(code))?.status).toBe(422)
  })

  test.each(['42601', '23505', '23503', 'XX000', '22P02'])('%s: a fault of ours', code => {
    expect(refusalOf(databaseError(code))).toBeUndefined()
  })
})

describe('D7: what is answered', () => {
  async function answerTo(error: unknown) {
    const server = createServer({ logger: undefined, trustProxy: false })
    server.get('/boom', async () => {
      throw error
    })
    const response = await server.inject('/boom')
    await server.close()
    return { status: response.statusCode, headers: response.headers as Record<string, string>, body: response.json() }
  }

  test('a fault of ours shows neither stack nor SQL, but an id to ask for', async () => {
    for (const error of [new Error('select secret from tokens'), databaseError('42601'), 'a text', null, { code: 7 }]) {
      const answer = await answerTo(error)
      expect(answer.body).toEqual({ code: 500, message: 'Internal Server Error', description: null })
      expect(shapeOf(answer)).toBe('A')
      expect(answer.headers['x-request-id']).toMatch(/^[\w-]{12}-\w+$/)
      expect(JSON.stringify(answer)).not.toMatch(/select|secret|relation|\.ts/)
    }
  })

  test('a database that is away is 503, with when to come again', async () => {
    const answer = await answerTo(databaseError('57P01'))
    expectRefusal(answer, 503, 'A', 'The service is busy, try again')
    expect(answer.headers['retry-after']).toBe('1')
  })
})
