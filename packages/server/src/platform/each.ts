/** Works on things, a few at a time. One that fails does not keep the others from their turn; the first error is thrown. */
export async function eachOf<T>(things: Iterable<T>, atOnce: number, work: (thing: T) => Promise<void>): Promise<void> {
  const rest = [...things]
  const errors: unknown[] = []
  const one = async () => {
    for (let thing = rest.shift(); thing !== undefined; thing = rest.shift())
      await work(thing).catch(error => errors.push(error))
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  if (errors.length > 0) throw errors[0]
}
