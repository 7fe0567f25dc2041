import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReceivers, type Limits, type Manner, type Parcel } from './receivers.ts'

interface Numbered extends Parcel {
  number: number
}

const urls = ['https://a.example/1', 'https://a.example/2', 'https://c.example', 'https://dead.example']
const manners: Manner[] = ['quick', 'slow', 'unreached']
type Step = { do: 'add'; url: string; about: string } | { do: 'next' } | { do: 'done'; which: number; manner: Manner }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), url: fc.constantFrom(...urls), about: fc.constantFrom('1', '2', '3') }),
  fc.record({ do: fc.constant('next' as const) }),
  fc.record({ do: fc.constant('done' as const), which: fc.nat(), manner: fc.constantFrom(...manners) }),
)
/** Long enough that lines form. */
const stepsOf = (one: fc.Arbitrary<Step>) => fc.array(one, { maxLength: 200 })
const limitsOf = fc.record({
  each: fc.integer({ min: 1, max: 4 }),
  host: fc.integer({ min: 1, max: 5 }),
  quick: fc.integer({ min: 1, max: 6 }),
  slow: fc.integer({ min: 1, max: 6 }),
})

/** Runs the steps, and then everything to its end; gives the order in which parcels left. */
function play(limits: Limits, steps: readonly Step[], check: (under: Numbered[]) => void) {
  const receivers = createReceivers<Numbered>(limits)
  const added: Numbered[] = []
  const under: Numbered[] = []
  const left: Numbered[] = []
  const take = () => {
    const parcel = receivers.next()
    if (!parcel) return false
    under.push(parcel)
    left.push(parcel)
    check(under)
    return true
  }
  const finish = (which: number, manner: Manner) => {
    const [parcel] = under.splice(which % Math.max(1, under.length), 1)
    if (parcel) receivers.done(parcel, manner)
  }
  for (const one of steps) {
    if (one.do === 'add') {
      const parcel = { url: one.url, about: one.about, number: added.length }
      added.push(parcel)
      receivers.add(parcel)
    } else if (one.do === 'next') take()
    else finish(one.which, one.manner)
  }
  while (take() || under.length > 0) if (!take()) finish(0, 'quick')
  return { added, left }
}

test('each parcel leaves once, and those about one thing in their order', () => {
  fc.assert(
    fc.property(limitsOf, stepsOf(step), (limits, steps) => {
      const { added, left } = play(limits, steps, () => {})
      expect(left.toSorted((a, b) => a.number - b.number)).toEqual(added)
      for (const url of urls) {
        for (const about of ['1', '2', '3']) {
          const numbers = left.filter(one => one.url === url && one.about === about).map(({ number }) => number)
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
        }
      }
    }),
  )
})

test('a receiver never has more under way than it may, and never two about one thing', () => {
  fc.assert(
    fc.property(limitsOf, stepsOf(step), (limits, steps) => {
      play(limits, steps, under => {
        for (const url of urls) {
          const own = under.filter(one => one.url === url)
          expect(own.length).toBeLessThanOrEqual(limits.each)
          expect(new Set(own.map(({ about }) => about)).size).toBe(own.length)
        }
        expect(under.filter(({ url }) => url.includes('a.example')).length).toBeLessThanOrEqual(limits.host)
      })
    }),
  )
})

test('all of them never have more under way than they may; those that turn out to be slow leave their places to others', () => {
  const quickly = step.map((one): Step => (one.do === 'done' ? { ...one, manner: 'quick' } : one))
  fc.assert(
    fc.property(limitsOf, stepsOf(quickly), (limits, steps) => {
      play(limits, steps, under => expect(under.length).toBeLessThanOrEqual(limits.quick))
    }),
  )
})

test('receivers take turns', () => {
  const receivers = createReceivers<Numbered>({ each: 10, host: 10, quick: 100, slow: 1 })
  for (let number = 0; number < 4; number++) receivers.add({ url: 'a', about: String(number), number })
  for (let number = 0; number < 2; number++) receivers.add({ url: 'b', about: String(number), number })
  const order = Array.from({ length: 6 }, () => receivers.next()?.url)
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'a'])
  expect(receivers.next()).toBeUndefined()
})

test('however many receivers are slow, they do not take the places of the others', () => {
  const receivers = createReceivers<Numbered>({ each: 2, host: 2, quick: 4, slow: 2 })
  for (let number = 0; number < 3; number++) {
    receivers.add({ url: `slow ${number}`, about: '1', number })
    const parcel = receivers.next()
    if (parcel) receivers.done(parcel, 'slow')
  }
  for (let number = 0; number < 3; number++) {
    expect(receivers.isSlow(`slow ${number}`)).toBe(true)
    for (const about of ['1', '2']) receivers.add({ url: `slow ${number}`, about, number })
  }
  const slow = [receivers.next(), receivers.next(), receivers.next()]
  expect(slow.map(one => one?.url)).toEqual(['slow 0', 'slow 1', undefined])
  for (let number = 0; number < 5; number++) receivers.add({ url: `quick ${number}`, about: '1', number })
  const quick = Array.from({ length: 5 }, () => receivers.next()?.url)
  expect(quick).toEqual(['quick 0', 'quick 1', 'quick 2', 'quick 3', undefined])
})

test('one that answers quickly again is quick again', () => {
  const receivers = createReceivers<Numbered>({ each: 1, host: 1, quick: 1, slow: 1 })
  const once = (manner: Manner) => {
    receivers.add({ url: 'a', about: '1', number: 0 })
    const parcel = receivers.next()
    if (parcel) receivers.done(parcel, manner)
    return receivers.isSlow('a')
  }
  expect([once('slow'), once('quick')]).toEqual([true, false])
})

test('what is dropped does not leave, and the rest does', () => {
  const receivers = createReceivers<Numbered>({ each: 5, host: 5, quick: 5, slow: 5 })
  for (let number = 0; number < 4; number++)
    receivers.add({ url: number < 2 ? 'a' : 'b', about: String(number), number })
  receivers.drop(({ number }) => number !== 3)
  expect(receivers.next()?.number).toBe(3)
  expect(receivers.next()).toBeUndefined()
})

test('of a receiver that turned out slow only a few are kept', () => {
  const receivers = createReceivers<Numbered>({ each: 5, host: 5, quick: 5, slow: 5 })
  for (let number = 0; number < 6; number++) receivers.add({ url: 'a', about: String(number), number })
  const first = receivers.next() as Numbered
  receivers.done(first, 'slow')
  expect(receivers.trim('a', 2).map(({ number }) => number)).toEqual([3, 4, 5])
  expect([receivers.next()?.number, receivers.next()?.number, receivers.next()]).toEqual([1, 2, undefined])
})

/** A host where each store has an address of its own, and one receiver elsewhere. */
const shared = (number: number): Numbered => ({ url: `https://dead.example/${number}`, about: '1', number })
const other: Numbered = { url: 'https://good.example/', about: '1', number: -1 }

test('a host with ten thousand addresses has one turn, and a part of the places', () => {
  const receivers = createReceivers<Numbered>({ each: 2, host: 4, quick: 10, slow: 4 })
  for (let number = 0; number < 10_000; number++) receivers.add(shared(number))
  receivers.add(other)
  const first = Array.from({ length: 6 }, () => receivers.next()?.number)
  expect(first).toEqual([0, -1, 1, 2, 3, undefined])
  receivers.done(shared(0), 'quick')
  expect([receivers.next()?.number, receivers.next()]).toEqual([4, undefined])
})

test('a host is one however its addresses go on, and in capitals', () => {
  const receivers = createReceivers<Numbered>({ each: 2, host: 2, quick: 10, slow: 4 })
  const urls = [
    'https://dead.example',
    'https://dead.example?store=2',
    'https://DEAD.example/#3',
    'https://dead.example/4',
  ]
  for (const [number, url] of urls.entries()) receivers.add({ url, about: '1', number })
  receivers.add(other)
  expect(Array.from({ length: 4 }, () => receivers.next()?.number)).toEqual([0, -1, 1, undefined])
})

test('where nothing but slow answers comes from a host all its addresses are slow, until one is quick', () => {
  const receivers = createReceivers<Numbered>({ each: 2, host: 20, quick: 20, slow: 2 })
  for (let number = 0; number < 40; number++) receivers.add(shared(number))
  for (let number = 0; number < 16; number++) receivers.done(receivers.next() as Numbered, 'slow')
  expect([receivers.isSlow(shared(0).url), receivers.isSlow(shared(30).url)]).toEqual([true, true])
  // They leave the quick lane, and have two places in the other.
  expect([receivers.next()?.number, receivers.next()?.number, receivers.next()]).toEqual([16, 17, undefined])
  receivers.done(shared(16), 'quick')
  expect([receivers.isSlow(shared(0).url), receivers.isSlow(shared(30).url)]).toEqual([true, false])
  const rest = Array.from({ length: 23 }, () => receivers.next()?.number)
  expect(rest.filter(number => number !== undefined)).toHaveLength(19)
})

test('one that cannot be reached now and then stays quick; a host that never can is slow, until it answers', () => {
  const receivers = createReceivers<Numbered>({ each: 2, host: 20, quick: 20, slow: 2 })
  for (let number = 0; number < 40; number++) receivers.add(shared(number))
  const goes = (manner: Manner) => receivers.done(receivers.next() as Numbered, manner)
  for (let number = 0; number < 15; number++) goes('unreached')
  goes('quick')
  for (let number = 0; number < 15; number++) goes('unreached')
  expect(receivers.isSlow(shared(0).url)).toBe(false)
  goes('unreached')
  expect(receivers.isSlow(shared(0).url)).toBe(true)
  goes('quick')
  expect(receivers.isSlow(shared(0).url)).toBe(false)
})
