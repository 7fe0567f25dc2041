import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

/** In bytes: what gathers while nothing can be written. Later lines are lost. */
const maxWaiting = 16_000_000

/** Whoever logs serves on where the disk is full: lines wait for room, and each one that finds none asks for it again. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ sync: false, minLength: 1, maxLength: maxWaiting })
  output.on('error', () => {
    // At the end of the process it would try for ever, and the process would not end.
    output.flushSync = () => {}
  })
  output.on('drop', () => output.flush())
  return output
}

/** JSON lines for machines, readable ones in a terminal; what could be a secret is blotted out wherever it appears. */
export function createLog(level: string, readable: boolean, to?: DestinationStream): Logger {
  const secrets = ['authorization', 'authentication', 'cookie', 'password', 'access_token', 'client_secret']
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        // An authorization code is a secret too, but the code of an error is what one looks for.
        paths: [...secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), 'body.code', 'query.code'],
        censor: '[secret]',
      },
      serializers: {
        // Only what is safe to read: the address without its query, no headers, no body.
        req: request => ({ method: request.method, path: String(request.originalUrl ?? request.url).split('?')[0] }),
      },
    },
    to ?? (readable ? pretty({ ignore: 'reqId', singleLine: true }) : standardOutput()),
  )
}
