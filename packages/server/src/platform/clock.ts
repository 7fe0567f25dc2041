/** Time and chance come in as parameters, so that a test can choose them. */
export interface World {
  now: () => Date
  /** Bytes nobody can guess. */
  random: (bytes: number) => Buffer
}
