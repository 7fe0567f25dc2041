/** Why a request got no answer. */
export type OutboundReason = 'refused_address' | 'timeout' | 'dns' | 'connect' | 'tls' | 'protocol' | 'too_large'

/** A request that got no answer, or none that could be read. */
export class OutboundError extends Error {
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutboundError'
    this.reason = reason
  }
}

const byCode: Record<string, OutboundReason> = {
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_INVALID_ARG: 'protocol',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'protocol',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'protocol',
  ETIMEDOUT: 'timeout',
}

/** What the libraries throw, in our terms; `otherwise` where the code says nothing. */
export function outboundError(error: unknown, otherwise: OutboundReason): OutboundError {
  if (error instanceof OutboundError) return error
  const { name, code = '', message = String(error) } = error as NodeJS.ErrnoException
  const reason = byCode[code] ?? (name === 'HTTPParserError' ? 'protocol' : otherwise)
  // A name with several addresses fails once for each, and then the outer message is empty.
  return new OutboundError(reason, message || code || 'the connection failed', { cause: error })
}
