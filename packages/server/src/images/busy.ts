import { refused } from '@bodega/api'
import { ImageError } from './picture.ts'

/** Who comes while too many wait is told to come again. Throws any other error as it is. */
export function toldIfBusy(error: unknown): never {
  if (error instanceof ImageError && error.reason === 'busy')
    throw refused(503, 'The service is busy, try again', { 'retry-after': '1' })
  throw error
}
