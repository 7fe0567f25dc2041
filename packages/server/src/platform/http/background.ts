import type { FastifyInstance } from 'fastify'
import type { Logger } from '../log.ts'

/** Does a task again and again while the server listens, one at a time; a failure is told and tried the next time. */
export function repeat(
  app: FastifyInstance,
  pause: number,
  task: (signal: AbortSignal) => Promise<unknown>,
  log: Logger | undefined,
): void {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= task(closing.signal)
      .catch(error => log?.warn({ err: error }, 'work in the background failed'))
      .finally(() => {
        running = undefined
      })
  }
  app.addHook('onListen', async () => {
    timer = setInterval(run, pause).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    closing.abort()
    await running
  })
}

/** Does a task for which no answer waits, but the end of the server does; a failure is told. */
export function doLater(app: FastifyInstance, log: Logger | undefined): (task: () => Promise<unknown>) => void {
  const running = new Set<Promise<unknown>>()
  app.addHook('onClose', () => Promise.all(running))
  return task => {
    const ended = task()
      .catch(error => log?.warn({ err: error }, 'work after an answer failed'))
      .finally(() => running.delete(ended))
    running.add(ended)
  }
}
