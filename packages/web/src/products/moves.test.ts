import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveOf } from './moves.ts'

/** As a list and as the server move something: out of its place, and in at another. */
const moved = (ids: readonly number[], id: number, position: number) => {
  const others = ids.filter(one => one !== id)
  return others.toSpliced(position - 1, 0, id)
}

test('to move the one that is named makes the order that is wanted', () => {
  const images = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(images, fc.nat(7), fc.nat(7), (before, from, to) => {
      const id = before[from % before.length] ?? 0
      const after = moved(before, id, (to % before.length) + 1)
      const move = moveOf(before, after)
      expect(move ? moved(before, move.id, move.position) : before).toEqual(after)
    }),
  )
})
