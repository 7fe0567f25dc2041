import { WebSocket } from 'undici'
import { type Frame, framesOf, type Profile } from './flame.ts'

interface Answer {
  id?: number
  result?: { profile?: Profile }
  error?: { message: string }
}

/** Asks the inspector of a running process. */
async function inspect(address: string) {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`the inspector at ${address} does not answer`)))
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id ?? 0)?.(answer)
  })
  let last = 0
  return {
    async ask(method: string, params: object = {}): Promise<Answer> {
      const id = ++last
      const answer = await new Promise<Answer>(resolve => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      })
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
      return answer
    },
    close: () => socket.close(),
  }
}

/** Where a process spends its time while something runs. A sample every 200 microseconds. */
export async function profiling(address: string, load: () => Promise<unknown>): Promise<Frame> {
  const inspector = await inspect(address)
  try {
    await inspector.ask('Profiler.enable')
    await inspector.ask('Profiler.setSamplingInterval', { interval: 200 })
    await inspector.ask('Profiler.start')
    await load()
    const { result } = await inspector.ask('Profiler.stop')
    if (!result?.profile) throw new Error('the profiler gave no profile')
    return framesOf(result.profile)
  } finally {
    inspector.close()
  }
}
