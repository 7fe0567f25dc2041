import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gathering } from './gathering.ts'

/** Grants when it is told to, and remembers what was wished together. */
function granting(options: { size?: number; namesOf?: (wish: string) => string[] } = {}) {
  const batches: { wishes: readonly string[]; done(error?: Error): void }[] = []
  const wish = gathering<string, string>({
    size: 3,
    ...options,
    grant: wishes =>
      new Promise((resolve, reject) => {
        const done = (error?: Error) =>
          error ? reject(error) : resolve(async () => wishes.map(one => (one === 'bad' ? new Error('bad') : `${one}!`)))
        batches.push({ wishes, done })
      }),
  })
  return { wish, batches }
}

const turn = () => new Promise(resolve => setImmediate(resolve))
/** Until a turn brought nothing, and one more. */
const calm = async () => {
  for (let i = 0; i < 5; i++) await turn()
}

test('what comes together goes together, what comes meanwhile goes next, and at most so many', async () => {
  const { wish, batches } = granting()
  const answers = ['a', 'b'].map(one => wish(1, one))
  await calm()
  answers.push(...['c', 'd', 'e', 'f'].map(one => wish(1, one)))
  await calm()
  expect(batches.map(({ wishes }) => wishes)).toEqual([['a', 'b']])
  batches[0]?.done()
  expect(await Promise.all(answers.slice(0, 2))).toEqual(['a!', 'b!'])
  expect(batches[1]?.wishes).toEqual(['c', 'd', 'e'])
  batches[1]?.done()
  await answers[4]
  expect(batches[2]?.wishes).toEqual(['f'])
  batches[2]?.done()
  expect(await answers[5]).toBe('f!')
})

test('who comes turn by turn goes together, until a turn brings nobody', async () => {
  const { wish, batches } = granting({ size: 9 })
  setImmediate(() => {
    void wish(1, 'b')
    setImmediate(() => void wish(1, 'c'))
  })
  void wish(1, 'a')
  await calm()
  void wish(1, 'd')
  await calm()
  expect(batches.map(({ wishes }) => wishes)).toEqual([['a', 'b', 'c']])
})

test('the next batch is on its way before the last one is answered', async () => {
  const { wish, batches } = granting({ size: 1 })
  const [first, second] = [wish(1, 'a'), wish(1, 'b')]
  await turn()
  const asked = first.then(() => batches.length)
  batches[0]?.done()
  expect(await asked).toBe(2)
  batches[1]?.done()
  expect(await second).toBe('b!')
})

test('what the next batch asks, which is written at the end of a turn, is written before the last one is answered', async () => {
  const seen: string[] = []
  const wish = gathering<string, string>({
    size: 1,
    async grant(wishes) {
      // A connection is at hand after a few steps.
      await null
      await null
      setImmediate(() => seen.push(`${wishes[0]} written`))
      await calm()
      return async () => wishes
    },
  })
  await Promise.all(['a', 'b', 'c'].map(one => wish(1, one).then(() => seen.push(`${one} answered`))))
  expect(seen).toEqual(['a written', 'b written', 'a answered', 'c written', 'b answered', 'c answered'])
})

test('where a batch says when it is sent, the answers of the one before wait for that, or for its end', async () => {
  const seen: string[] = []
  const sent: (() => void)[] = []
  const ended: ((error?: Error) => void)[] = []
  const wish = gathering<string, string>({
    size: 1,
    saysWhenSent: true,
    grant: (wishes, onSent) =>
      new Promise((resolve, reject) => {
        sent.push(onSent)
        ended.push(error => (error ? reject(error) : resolve(async () => wishes)))
      }),
  })
  const heard = ['a', 'b', 'c'].map(one =>
    wish(1, one).then(
      () => seen.push(one),
      () => seen.push(`not ${one}`),
    ),
  )
  await calm()
  ended[0]?.()
  await calm()
  expect(seen).toEqual([])
  sent[1]?.()
  await calm()
  expect(seen).toEqual(['a'])
  ended[1]?.()
  await calm()
  expect(seen).toEqual(['a'])
  ended[2]?.(new Error('it came to nothing'))
  await Promise.all(heard)
  expect(seen).toEqual(['a', 'not c', 'b'])
})

test('lanes do not wait for each other, and of one name only the first goes', async () => {
  const { wish, batches } = granting({ namesOf: one => [one] })
  const answers = [wish(1, 'a'), wish(1, 'a'), wish(1, 'b'), wish(2, 'a')]
  await turn()
  expect(batches.map(({ wishes }) => wishes)).toEqual([['a', 'b'], ['a']])
  batches[0]?.done()
  batches[1]?.done()
  await answers[0]
  expect(batches[2]?.wishes).toEqual(['a'])
  batches[2]?.done()
  expect(await Promise.all(answers)).toEqual(['a!', 'a!', 'b!', 'a!'])
})

test('a refusal concerns one; where all fail each is tried alone, but not where the connection broke', async () => {
  const { wish, batches } = granting()
  const first = [wish(1, 'a'), wish(1, 'bad')]
  await calm()
  batches[0]?.done()
  expect(await Promise.allSettled(first)).toMatchObject([{ value: 'a!' }, { reason: new Error('bad') }])
  const second = [wish(1, 'c'), wish(1, 'd')]
  await calm()
  batches[1]?.done(new Error('one of them'))
  await calm()
  batches[2]?.done()
  await calm()
  batches[3]?.done(new Error('it was d'))
  expect(batches.slice(2).map(({ wishes }) => wishes)).toEqual([['c'], ['d']])
  expect(await Promise.allSettled(second)).toMatchObject([{ value: 'c!' }, { reason: new Error('it was d') }])
  const third = [wish(1, 'e'), wish(1, 'f')]
  await calm()
  batches[4]?.done(new Error('Connection terminated'))
  await Promise.allSettled(third)
  expect(batches).toHaveLength(5)
})

test('law: every wish is granted once and answered with its own outcome, none of a name beside another', async () => {
  const wishes = fc.array(fc.record({ lane: fc.nat(2), name: fc.nat(3), isLater: fc.boolean() }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(wishes, fc.integer({ min: 1, max: 5 }), async (all, size) => {
      const granted: number[] = []
      const wish = gathering<{ i: number; name: number }, number>({
        size,
        namesOf: ({ name }) => [String(name)],
        async grant(batch) {
          expect(new Set(batch.map(({ name }) => name)).size).toBe(batch.length)
          expect(batch.length).toBeLessThanOrEqual(size)
          granted.push(...batch.map(({ i }) => i))
          await turn()
          return async () => batch.map(({ i }) => i)
        },
      })
      const answers: Promise<number>[] = []
      for (const [i, { lane, name, isLater }] of all.entries()) {
        if (isLater) await turn()
        answers.push(wish(lane, { i, name }))
      }
      expect(await Promise.all(answers)).toEqual(all.map((_, i) => i))
      expect(granted.sort((a, b) => a - b)).toEqual(all.map((_, i) => i))
    }),
  )
})
