import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAdmission, type Kind, type Room } from './admission.ts'

const rooms = fc.record({
  working: fc.integer({ min: 1, max: 5 }),
  waiting: fc.record({ preferred: fc.integer({ min: 0, max: 5 }), ordinary: fc.integer({ min: 0, max: 5 }) }),
  patience: fc.record({ preferred: fc.integer({ min: 0, max: 50 }), ordinary: fc.integer({ min: 0, max: 50 }) }),
  limit: fc.record({ preferred: fc.integer({ min: 20, max: 100 }), ordinary: fc.integer({ min: 20, max: 100 }) }),
})

const steps = fc.array(
  fc.record({
    pause: fc.integer({ min: 0, max: 20 }),
    what: fc.constantFrom<Kind | 'leave'>('preferred', 'ordinary', 'leave'),
  }),
  // Long enough that somebody waits for long.
  { maxLength: 200 },
)

interface Guest {
  kind: Kind
  came: number
  outcome?: 'let in' | 'refused'
  at?: number
}

/** Plays steps, and then lets everybody leave. Each state in between is looked at. */
function play(
  room: Room,
  all: readonly { pause: number; what: Kind | 'leave' }[],
  look: (guests: Guest[], changed: Guest[], step: { now: number; hasLeft: boolean }) => void,
) {
  const admission = createAdmission(room)
  const guests: Guest[] = []
  let now = 0
  let inside = 0
  let changed: Guest[] = []
  const leave = () => {
    inside--
    admission.leave(now)
  }
  for (const { pause, what } of all) {
    now += pause
    changed = []
    const hasLeft = what === 'leave' && inside > 0
    if (what !== 'leave') {
      const guest: Guest = { kind: what, came: now }
      guests.push(guest)
      const wasFull = admission.isFull(what, now)
      admission.enter(what, now, isLetIn => {
        expect(guest.outcome).toBeUndefined()
        guest.outcome = isLetIn ? 'let in' : 'refused'
        guest.at = now
        if (isLetIn) inside++
        changed.push(guest)
      })
      expect(guest.outcome === 'refused').toBe(wasFull)
    } else if (inside > 0) leave()
    expect(admission.working()).toBe(inside)
    look(guests, changed, { now, hasLeft })
  }
  while (inside > 0) leave()
  return guests
}

const waits = (guests: readonly Guest[], kind: Kind) => guests.filter(guest => guest.kind === kind && !guest.outcome)

describe('whoever comes and goes', () => {
  test('never more work than there is room for, and never more wait', () => {
    fc.assert(
      fc.property(rooms, steps, (room, all) => {
        play(room, all, guests => {
          const kinds: Kind[] = ['preferred', 'ordinary']
          for (const kind of kinds) expect(waits(guests, kind).length).toBeLessThanOrEqual(room.waiting[kind])
        })
      }),
    )
  })

  test('everybody is told once, and in the end nobody waits', () => {
    fc.assert(
      fc.property(rooms, steps, (room, all) => {
        for (const guest of play(room, all, () => {})) expect(guest.outcome).toBeDefined()
      }),
    )
  })

  test('while there is room, nobody waits and nobody is refused', () => {
    fc.assert(
      fc.property(rooms, steps, (room, all) => {
        let inside = 0
        play(room, all, (guests, changed) => {
          if (inside < room.working) expect(changed.every(({ outcome }) => outcome !== 'refused')).toBe(true)
          inside = Math.min(room.working, inside + changed.filter(({ outcome }) => outcome === 'let in').length)
          if (guests.some(({ outcome }) => !outcome)) expect(inside).toBe(room.working)
        })
      }),
    )
  })

  test('nobody waits beyond the limit of his kind once a place becomes free, whoever gets that', () => {
    fc.assert(
      fc.property(rooms, steps, (room, all) => {
        play(room, all, (guests, changed, { now, hasLeft }) => {
          const waiting = guests.filter(({ outcome }) => !outcome)
          if (hasLeft) for (const { kind, came } of waiting) expect(now - came).toBeLessThanOrEqual(room.limit[kind])
          for (const { kind, came, outcome, at } of changed)
            if (outcome === 'let in') expect((at ?? 0) - came).toBeLessThanOrEqual(room.limit[kind])
        })
      }),
    )
  })

  test('nobody of the ordinary kind is let in from the line while one that is preferred waits; each kind keeps its order', () => {
    fc.assert(
      fc.property(rooms, steps, (room, all) => {
        play(room, all, (guests, changed) => {
          for (const one of changed.filter(({ outcome, at, came }) => outcome === 'let in' && at !== came)) {
            if (one.kind === 'ordinary') expect(waits(guests, 'preferred')).toEqual([])
            expect(waits(guests, one.kind).every(other => guests.indexOf(other) > guests.indexOf(one))).toBe(true)
          }
        })
      }),
    )
  })
})

/** An open crowd in simulated time: so many come in a second, whatever becomes of them; each takes `work` milliseconds. */
function crowd(
  room: Room,
  { perSecond, preferred, work, seconds }: { perSecond: number; preferred: number; work: number; seconds: number },
) {
  const admission = createAdmission(room)
  const served = { preferred: 0, ordinary: 0 }
  const refused = { preferred: 0, ordinary: 0 }
  /** The longest that one waited who was refused. */
  let slowest = 0
  /** When those that work will be done: in order, since all take the same time. */
  const leaving: number[] = []
  let now = 0
  for (let i = 0; i < perSecond * seconds; i++) {
    const came = (i / perSecond) * 1000
    for (let first = leaving[0]; first !== undefined && first <= came; first = leaving[0]) {
      leaving.shift()
      now = first
      admission.leave(now)
    }
    now = came
    const kind: Kind = i % 100 < preferred ? 'preferred' : 'ordinary'
    admission.enter(kind, now, isLetIn => {
      if (isLetIn) {
        served[kind]++
        leaving.push(now + work)
      } else {
        refused[kind]++
        slowest = Math.max(slowest, now - came)
      }
    })
  }
  return { served, refused, slowest, done: served.preferred + served.ordinary }
}

test('those who are through the door and not yet inside count too, at the door alone', () => {
  fc.assert(
    fc.property(rooms, fc.integer({ min: 0, max: 20 }), (room, count) => {
      const admission = createAdmission(room)
      const known = Array.from({ length: count }, () => admission.expect())
      expect(admission.isFull('ordinary', 0)).toBe(count >= room.working + room.waiting.ordinary)
      let isLetIn = false
      admission.enter('ordinary', 0, told => {
        isLetIn = told
      })
      expect(isLetIn).toBe(true)
      admission.leave(0)
      for (const one of known) one()
      expect(admission.isFull('ordinary', 0)).toBe(false)
    }),
  )
})

describe('ten times of what can be done', () => {
  const room: Room = {
    working: 10,
    waiting: { preferred: 160, ordinary: 40 },
    patience: { preferred: 2000, ordinary: 250 },
    limit: { preferred: 5000, ordinary: 1000 },
  }
  /** Ten at a time, 20 ms each. */
  const capacity = 500

  test.each([3, 10])('at %i times the rate as much is done, and whoever is refused is refused at once', times => {
    const { done, slowest } = crowd(room, { perSecond: capacity * times, preferred: 8, work: 20, seconds: 10 })
    expect(done).toBeGreaterThan(0.99 * capacity * 10)
    expect(slowest).toBe(0)
  })

  test('those that are preferred are all served while they are fewer than can be', () => {
    const { served, refused } = crowd(room, { perSecond: capacity * 10, preferred: 8, work: 20, seconds: 10 })
    expect(refused.preferred).toBe(0)
    expect(served.preferred).toBeGreaterThan(0.99 * 0.08 * capacity * 10 * 10)
    expect(refused.ordinary).toBeGreaterThan(0)
  })

  test('where those that are preferred alone are too many, nobody else joins a line that does not move', () => {
    const { served, refused } = crowd(room, { perSecond: capacity * 10, preferred: 50, work: 20, seconds: 10 })
    expect(served.preferred).toBeGreaterThan(0.9 * capacity * 10)
    expect(served.ordinary).toBeLessThan(100)
    expect(refused.preferred).toBeGreaterThan(0)
  })
})
