import { expect } from 'vitest'

/**
 * What all tests of a file share is made by the first that asks. Modules outlive the file that loaded them, so the file
 * is known by its path; those of a worker run one after the other.
 */
export function oncePerFile<T>(make: () => Promise<T>): () => Promise<T> {
  let of: string | undefined
  let made: Promise<T> | undefined
  return () => {
    const { testPath } = expect.getState()
    if (made === undefined || of !== testPath) made = make()
    of = testPath
    return made
  }
}
