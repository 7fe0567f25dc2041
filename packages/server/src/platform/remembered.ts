/** What is made of a thing is made once, at the first question: a start does not wait for what nobody asks for. */
export function remembered<T extends object, M>(make: (thing: T) => M): (thing: T) => M {
  const known = new WeakMap<T, M>()
  return thing => {
    let made = known.get(thing)
    if (made === undefined) {
      made = make(thing)
      known.set(thing, made)
    }
    return made
  }
}
