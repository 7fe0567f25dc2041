/** Shows how far a long command is, where somebody is looking. */
export interface ProgressBar {
  /** So much is done of all. */
  to(done: number): void
  /** Takes the bar away, so that what is said next stands on a line of its own. */
  end(): void
}

type Show = (amount: number) => string

const width = 30
const number: Show = amount => Math.round(amount).toLocaleString('en-US')

function lineOf(what: string, done: number, total: number, seconds: number, show: Show): string {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const bar = '█'.repeat(Math.round(part * width)).padEnd(width, '░')
  const rate = done / Math.max(seconds, 0.001)
  const left = rate > 0 ? `, ${Math.ceil((total - done) / rate)} s left` : ''
  return `${what} ${bar} ${Math.floor(part * 100)}% ${show(done)} of ${show(total)}, ${show(rate)}/s${left}`
}

/** A bar on stderr in a terminal; anywhere else nothing, because a log has no use for it. */
export function progressBar(
  what: string,
  total: number,
  show: Show = number,
  stream: NodeJS.WriteStream = process.stderr,
): ProgressBar {
  if (!stream.isTTY) return { to: () => {}, end: () => {} }
  const from = performance.now()
  let drawn = Number.NEGATIVE_INFINITY
  return {
    to(done) {
      const now = performance.now()
      // Ten times a second is as much as an eye can use.
      if (now - drawn < 100 && done < total) return
      drawn = now
      const line = lineOf(what, done, total, (now - from) / 1000, show)
      stream.write(`\r\x1b[2K${line.slice(0, Math.max(20, stream.columns - 1))}`)
    },
    end() {
      if (drawn > 0) stream.write('\r\x1b[2K')
      drawn = Number.NEGATIVE_INFINITY
    },
  }
}
