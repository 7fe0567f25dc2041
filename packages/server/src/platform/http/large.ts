import { type Admission, createAdmission, type Room } from './admission.ts'

/** Who waits takes no memory, so as many wait as do not wait for long; the others are told so. */
const roomFor = (working: number): Room => ({
  working,
  waiting: { preferred: 0, ordinary: 200 },
  patience: { preferred: 0, ordinary: 5_000 },
  limit: { preferred: 0, ordinary: 10_000 },
})

/** Each has the memory of many ordinary answers. */
const atOnce = 2

/**
 * Large answers are made a few at a time, and those of one store one by one: what waits is one of each store, so none waits
 * for all that another one asks. Runs the body in its turn, or throws the refusal.
 */
export function createLargeTurns(now: () => number, refusal: () => Error) {
  const all = createAdmission(roomFor(atOnce))
  const stores = new Map<number | string, Admission>()

  const enter = (admission: Admission): Promise<void> =>
    new Promise((resolve, reject) => {
      admission.enter('ordinary', now(), isLetIn => (isLetIn ? resolve() : reject(refusal())))
    })

  return async function take<T>(store: number | string, body: () => Promise<T>): Promise<T> {
    const own = stores.get(store) ?? createAdmission(roomFor(1))
    stores.set(store, own)
    await enter(own)
    try {
      await enter(all)
      return await body().finally(() => all.leave(now()))
    } finally {
      own.leave(now())
      if (own.working() === 0) stores.delete(store)
    }
  }
}
