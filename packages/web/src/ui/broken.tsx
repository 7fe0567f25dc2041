import type { ErrorComponentProps } from '@tanstack/react-router'
import { Failed } from './states.tsx'

/** Where a page of ours has a fault: the rest of the screen goes on. */
export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <main>
      <Failed error={error} retry={reset} />
    </main>
  )
}
