/** A line on the terminal that tells how far a long work is; nothing where nobody watches. */
export interface ProgressLine {
  tell(name: string, bytes: number): void
  end(): void
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

export function progressLine(verb: string, terminal: NodeJS.WriteStream = process.stderr): ProgressLine {
  let sum = 0
  let shownAt = 0
  return {
    tell(name, bytes) {
      sum += bytes
      if (!terminal.isTTY || Date.now() - shownAt < 100) return
      shownAt = Date.now()
      terminal.write(`\r\x1b[K${verb} ${name}, ${megabytes(sum)}`)
    },
    end() {
      if (shownAt > 0) terminal.write('\r\x1b[K')
    },
  }
}
