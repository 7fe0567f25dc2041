import { useEffect, useState } from 'react'

export type Readiness =
  | { state: 'checking' }
  | { state: 'ready' }
  | { state: 'notReady'; reason: string | undefined }
  | { state: 'unreachable' }

const pause = 10_000

/** A server that waits for its database in vain says so after ten seconds. */
const patience = 12_000

async function ask(signal: AbortSignal): Promise<Readiness> {
  try {
    const reply = await fetch('/health/ready', { signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]) })
    if (reply.ok) return { state: 'ready' }
    const { reason }: { reason?: string } = await reply.json().catch(() => ({}))
    return { state: 'notReady', reason }
  } catch {
    return { state: 'unreachable' }
  }
}

/** Whether the service can serve, asked again as long as somebody looks at the page. */
export function useReadiness(): Readiness {
  const [readiness, setReadiness] = useState<Readiness>({ state: 'checking' })
  useEffect(() => {
    const closed = new AbortController()
    const check = async () => {
      if (document.hidden) return
      const answer = await ask(closed.signal)
      if (!closed.signal.aborted) setReadiness(answer)
    }
    void check()
    const timer = setInterval(check, pause)
    document.addEventListener('visibilitychange', check, { signal: closed.signal })
    return () => {
      closed.abort()
      clearInterval(timer)
    }
  }, [])
  return readiness
}
