import { Readable } from 'node:stream'
import { envelope, type Operation, type ProgressLine } from '@bodega/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusalOf } from './errors.ts'
import type { Answer } from './idempotency.ts'

const type = 'application/x-ndjson'

/** Whether who asks wants to be told how far the work is. */
export const wantsProgress = ({ progress }: Operation, { headers }: FastifyRequest): boolean =>
  progress !== undefined && (headers.accept ?? '').toLowerCase().includes(type)

/**
 * Answers line by line while the work goes on. A refusal before the first line is an ordinary answer; after it, it is
 * the last line, because the status has been sent. Who has gone is not worked for any longer.
 */
export function answerInLines(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (report: (progress: unknown) => void) => Promise<Answer>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let lines: Readable | undefined
    const write = (line: string) => {
      if (!lines) {
        lines = new Readable({ read() {} })
        resolve(reply.header('content-type', `${type}; charset=utf-8`).send(lines))
      }
      if (lines.destroyed) throw new Error('the client has gone')
      lines.push(`${line}\n`)
    }
    const tell = (line: ProgressLine) => write(JSON.stringify(line))
    const end = () => lines?.push(null)
    work(progress => tell({ progress }))
      .then(({ body }) => write(`{"result":${body}}`))
      .catch(error => {
        if (!lines) return reject(error)
        const refusal = refusalOf(error)
        if (!refusal) request.log.error({ err: error }, 'request failed')
        if (!lines.destroyed) tell({ error: { ...envelope(refusal?.status ?? 500), ...refusal?.body } })
      })
      .finally(end)
  })
}
