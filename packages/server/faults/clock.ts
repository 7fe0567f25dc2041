/** A server whose clock is wrong: what it loads first moves `Date` by so many seconds. */
import type { Env } from '../src/testing/process.ts'

export function shiftedClock(seconds: number): Env {
  const script = `
    const Right = Date
    const now = () => Right.now() + ${seconds * 1000}
    globalThis.Date = class Date extends Right {
      constructor(...given) { given.length > 0 ? super(...given) : super(now()) }
      static now() { return now() }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}
