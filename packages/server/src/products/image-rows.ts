import type { ImageDraft } from './product-input.ts'
import type { ImageRow } from './rows.ts'

/** Positions are dense from 1 on; one that asks for a place gets it, the others move. */
export function imageRows(
  drafts: readonly ImageDraft[],
  product_id: number,
  given: readonly number[],
  date: string,
): ImageRow[] {
  const order = inPlaces(drafts)
  const ids = new Map(drafts.map((draft, i) => [draft, given[i]]))
  return order.map((draft, place) => ({
    ...draft,
    id: ids.get(draft) ?? 0,
    product_id,
    position: place + 1,
    created_at: date,
    updated_at: date,
  }))
}

/** Those that ask for a place, and the others in the gaps between them. */
function inPlaces(drafts: readonly ImageDraft[]): ImageDraft[] {
  const placed = drafts.flatMap(draft => (draft.position === undefined ? [] : [{ draft, position: draft.position }]))
  const asking = placed.sort((a, b) => a.position - b.position)
  const others = drafts.filter(({ position }) => position === undefined)
  const order: ImageDraft[] = []
  while (order.length < drafts.length) {
    const [next] = asking
    const isDue = next && (next.position <= order.length + 1 || others.length === 0)
    const draft = isDue ? asking.shift()?.draft : others.shift()
    if (draft) order.push(draft)
  }
  return order
}
