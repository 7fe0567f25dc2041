/** What a failure of the database means. */

/** The SQLSTATE of a database error, or the system's code of a broken connection. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const constraintOf = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined

const lossTexts =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Query read timeout|Client was closed|is not queryable/

/** The database cannot be reached now: nothing is wrong with the request. 25006: it has become a standby meanwhile. */
export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error)
  if (code) return /^(08|57P|25006)/.test(code) || /^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN)/.test(code)
  return error instanceof Error && lossTexts.test(error.message)
}

/** The fault lies in a statement before it. */
export const isAborted = (error: unknown): boolean => codeOf(error) === '25P02'

/** Nobody let us in in time. Where the machine itself stood still, its clock has run on: nobody was slow. */
export const isLate = (error: unknown): boolean =>
  error instanceof Error &&
  /timeout exceeded when trying to connect|due to connection timeout|^timeout expired$/.test(error.message)

/**
 * What is tried again. 40001 and 40P01: the database asks for it. 23503, a broken reference: whoever looks at an old state
 * does not see what came to hang on it since.
 */
export function isConflict(error: unknown, isolation?: string): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01' || (code === '23503' && isolation === 'repeatable read')
}

/** The fault lies in what was to be written, a wrong value or a broken rule: trying again does not help. */
export const isRefusal = (error: unknown): boolean => /^2[23]/.test(codeOf(error) ?? '')
