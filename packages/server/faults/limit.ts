/** Something that will never come. */
export class LimitError extends Error {}

/** Does the work, and gives up where it takes longer than it may: whoever waits for ever finds nothing. */
export async function within<T>(seconds: number, what: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LimitError(`${what}: not done within ${Math.round(seconds)} s`)),
      seconds * 1000,
    )
  })
  try {
    return await Promise.race([work(), limit])
  } finally {
    clearTimeout(timer)
  }
}
