/** How far a long command is, on one line of stderr, where somebody is looking; a log has no use for it. */
const terminal = process.stderr

const wipe = '\r\x1b[2K'

/** A line that is written over again and again, and wiped away at last, so that what is said next stands alone. */
function lineOnTerminal() {
  let drawnAt: number | undefined
  return {
    show(textOf: () => string) {
      const now = performance.now()
      // Ten times a second is as much as an eye can use.
      if (!terminal.isTTY || (drawnAt !== undefined && now - drawnAt < 100)) return
      drawnAt = now
      terminal.write(wipe + textOf().slice(0, Math.max(20, terminal.columns - 1)))
    },
    end() {
      if (drawnAt !== undefined) terminal.write(wipe)
      drawnAt = undefined
    },
  }
}

export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Of a work that goes from one name to the next, and whose end nobody knows. */
export interface ProgressLine {
  tell(name: string, bytes: number): void
  end(): void
}

export function progressLine(verb: string): ProgressLine {
  const { show, end } = lineOnTerminal()
  let sum = 0
  return {
    tell(name, bytes) {
      sum += bytes
      show(() => `${verb} ${name}, ${megabytes(sum)}`)
    },
    end,
  }
}

/** Of a work of which it is known how much it is. */
export interface ProgressBar {
  /** So much is done of all. */
  to(done: number): void
  end(): void
}

type Show = (amount: number) => string

const width = 30
const number: Show = amount => Math.round(amount).toLocaleString('en-US')

function barOf(done: number, total: number, seconds: number, show: Show): string {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const bar = '█'.repeat(Math.round(part * width)).padEnd(width, '░')
  const rate = done / Math.max(seconds, 0.001)
  const left = rate > 0 ? `, ${Math.ceil((total - done) / rate)} s left` : ''
  return `${bar} ${Math.floor(part * 100)}% ${show(done)} of ${show(total)}, ${show(rate)}/s${left}`
}

export function progressBar(what: string, total: number, amount: Show = number): ProgressBar {
  const { show, end } = lineOnTerminal()
  const from = performance.now()
  return {
    to: done => show(() => `${what} ${barOf(done, total, (performance.now() - from) / 1000, amount)}`),
    end,
  }
}
