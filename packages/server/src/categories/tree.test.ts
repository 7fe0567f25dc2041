import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chosen, isWithin, type Node, placed, placesOf, removed, shiftOf, type Tree } from './tree.ts'

/** A forest with ids in no order of birth: each stands below one that was there before it, or at the top. */
const forest: fc.Arbitrary<Tree> = fc
  .uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 25 })
  .chain(ids =>
    fc.tuple(
      ...ids.map((id, i) =>
        fc.record({
          id: fc.constant(id),
          parent: i === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...ids.slice(0, i))),
          visibility: fc.constantFrom<Node['visibility']>('visible', 'visible', 'hidden'),
        }),
      ),
    ),
  )
  .map(rows => new Map(rows.map(({ id, parent, visibility }) => [id, { parent, visibility }])))

const withOne = forest.chain(tree => fc.tuple(fc.constant(tree), fc.constantFrom(...tree.keys())))
const withTwo = forest.chain(tree =>
  fc.tuple(fc.constant(tree), fc.constantFrom(...tree.keys()), fc.constantFrom(...tree.keys())),
)

/** The ancestors by the plainest of ways, itself left out. */
function above(tree: Tree, id: number): number[] {
  const parent = tree.get(id)?.parent ?? null
  return parent === null ? [] : [parent, ...above(tree, parent)]
}

const nodeOf = (tree: Tree, id: number): Node => tree.get(id) ?? { parent: null, visibility: 'visible' }

describe('contract: categories 3', () => {
  test('who is hidden shows it; who is not shows soft-hidden exactly below one that is', () => {
    fc.assert(
      fc.property(forest, tree => {
        for (const [id, { visibility }] of placesOf(tree)) {
          const isShaded = above(tree, id).some(other => nodeOf(tree, other).visibility === 'hidden')
          const isHidden = nodeOf(tree, id).visibility === 'hidden'
          expect(visibility).toBe(isHidden ? 'hidden' : isShaded ? 'soft-hidden' : 'visible')
        }
      }),
    )
  })

  test('children of a hidden category are never visible', () => {
    fc.assert(
      fc.property(forest, tree => {
        const places = placesOf(tree)
        for (const { visibility, subcategories } of places.values()) {
          if (visibility === 'visible') continue
          for (const child of subcategories) expect(places.get(child)?.visibility).not.toBe('visible')
        }
      }),
    )
  })

  test('what a category shows can be sent back and changes no choice; soft-hidden cannot be chosen', () => {
    fc.assert(
      fc.property(withOne, ([tree, id]) => {
        const shown = placesOf(tree).get(id)?.visibility ?? 'visible'
        const { visibility } = nodeOf(tree, id)
        expect(chosen(tree, id, shown)).toBe(visibility)
        expect(chosen(tree, id, 'soft-hidden')).toBe(shown === 'soft-hidden' ? visibility : undefined)
        for (const sent of ['visible', 'hidden'] as const) expect(chosen(tree, id, sent)).toBe(sent)
      }),
    )
  })
})

test('subcategories and parents say the same: every category that is not at the top is in one list, in ascending order', () => {
  fc.assert(
    fc.property(forest, tree => {
      const places = placesOf(tree)
      const listed = [...places].flatMap(([parent, { subcategories }]) => subcategories.map(id => [id, parent]))
      const below = [...tree].flatMap(([id, { parent }]) => (parent === null ? [] : [[id, parent]]))
      const byId = (a: number[], b: number[]) => (a[0] ?? 0) - (b[0] ?? 0)
      expect(listed.toSorted(byId)).toEqual(below.toSorted(byId))
      for (const { subcategories } of places.values()) {
        expect(subcategories).toEqual(subcategories.toSorted((a, b) => a - b))
      }
    }),
  )
})

test('a category is within itself and all above it, and within no other', () => {
  fc.assert(
    fc.property(
      withTwo,
      ([tree, id, top]) => isWithin(tree, id, top) === (id === top || above(tree, id).includes(top)),
    ),
  )
})

test('D32: a move is allowed exactly where every category can still reach the top', () => {
  fc.assert(
    fc.property(withTwo, ([tree, id, parent]) => {
      const after = placed(tree, id, { ...nodeOf(tree, id), parent })
      const reachesTop = (at: number) => {
        const seen = new Set<number>()
        for (let next: number | null = at; next !== null; next = nodeOf(after, next).parent) {
          if (seen.has(next)) return false
          seen.add(next)
        }
        return true
      }
      expect([...after.keys()].every(reachesTop)).toBe(!isWithin(tree, parent, id))
    }),
  )
})

test('D32: without a category its children stand where it stood, and nobody else moves', () => {
  fc.assert(
    fc.property(withOne, ([tree, id]) => {
      const after = removed(tree, id)
      expect([...after.keys()]).toEqual([...tree.keys()].filter(other => other !== id))
      for (const [other, { parent, visibility }] of after) {
        const was = nodeOf(tree, other)
        expect(visibility).toBe(was.visibility)
        expect(parent).toBe(was.parent === id ? nodeOf(tree, id).parent : was.parent)
      }
    }),
  )
})

test('what changes is who is told otherwise than before, and who turns is among it', () => {
  fc.assert(
    fc.property(forest, forest, (before, after) => {
      const [old, now] = [placesOf(before), placesOf(after)]
      const { places, changed, turned } = shiftOf(before, after)
      expect(places).toEqual(now)
      for (const [id, place] of now) {
        expect(changed.has(id)).toBe(JSON.stringify(place) !== JSON.stringify(old.get(id)))
        expect(turned.has(id)).toBe(place.visibility !== old.get(id)?.visibility)
      }
      expect([...changed, ...turned].every(id => now.has(id))).toBe(true)
    }),
  )
})

test('a tree that becomes itself changes nobody', () => {
  fc.assert(fc.property(forest, tree => shiftOf(tree, new Map(tree)).changed.size === 0))
})

test('a move between two places changes the one that moves, the old and the new parent, and who is shown otherwise', () => {
  fc.assert(
    fc.property(withTwo, ([tree, id, parent]) => {
      fc.pre(!isWithin(tree, parent, id))
      const node = nodeOf(tree, id)
      const { changed, turned } = shiftOf(tree, placed(tree, id, { ...node, parent }))
      const expected = node.parent === parent ? [] : [id, parent, ...(node.parent === null ? [] : [node.parent])]
      expect([...changed].toSorted()).toEqual([...new Set([...expected, ...turned])].toSorted())
      for (const other of turned) expect(isWithin(tree, other, id)).toBe(true)
    }),
  )
})

test('a circle that should not exist ends every walk', () => {
  const circle: Tree = new Map([
    [1, { parent: 3, visibility: 'hidden' }],
    [2, { parent: 1, visibility: 'visible' }],
    [3, { parent: 2, visibility: 'visible' }],
    [4, { parent: 3, visibility: 'visible' }],
    [5, { parent: null, visibility: 'visible' }],
  ])
  expect(isWithin(circle, 4, 5)).toBe(false)
  expect(isWithin(circle, 4, 2)).toBe(true)
  expect(placesOf(circle).get(5)).toEqual({ parent: null, subcategories: [], visibility: 'visible' })
  expect(placesOf(circle).size).toBe(5)
})

test('a chain of 100,000 levels is walked without a stack', () => {
  const chain: Tree = new Map(
    Array.from({ length: 100_000 }, (_, i) => [
      i + 1,
      { parent: i === 0 ? null : i, visibility: i === 0 ? 'hidden' : 'visible' },
    ]),
  )
  expect(placesOf(chain).get(100_000)?.visibility).toBe('soft-hidden')
  expect(isWithin(chain, 100_000, 1)).toBe(true)
})
