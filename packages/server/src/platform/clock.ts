/** Time and chance come in as parameters, so that a test can choose them. */
export interface World {
  now: () => Date
  /** Bytes nobody can guess. */
  random: (bytes: number) => Buffer
}

/** What is done together is done at one time: the last at which any of it was wanted. */
export const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map(time => time.getTime())))
