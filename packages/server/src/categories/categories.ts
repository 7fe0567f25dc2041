import { isDeepStrictEqual } from 'node:util'
import { type CategoryChange, type CategoryInput, invalid, type Localized, Nullable, unprocessable } from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import { emit } from '../events/index.ts'
import { claimHandles, handleAfter, handleFrom, releaseHandles } from '../handles/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import type { Rendered } from '../platform/http/rendered.ts'
import { lockStore } from '../stores/index.ts'
import { rerender } from './document.ts'
import { categoryNotFound, get } from './read.ts'
import { changedTexts, newTexts, Texts, textColumns } from './texts.ts'
import { chosen, isWithin, type Node, placed, removed, type Shift, shiftOf, type Tree } from './tree.ts'

/** So many a store may have, be it one below the other. */
export const maxCategories = 1000

const NodeRow = Type.Object({
  id: Type.Integer(),
  parent: Nullable(Type.Integer()),
  visibility: Type.Enum(['visible', 'hidden']),
})

/** The whole tree, and no other writer of it until this transaction ends. */
async function lock(tx: Tx, store: number): Promise<Tree> {
  await lockStore(tx, store)
  const rows = await tx.many(NodeRow, sql`select id, parent, visibility from categories where store_id = ${store}`)
  return new Map(rows.map(({ id, ...node }) => [id, node]))
}

/** Renders all that changed, and tells of each once; of a newcomer its maker tells. */
async function settle({ tx, store, now }: Write, shift: Shift, newcomer?: number): Promise<void> {
  if (shift.changed.size === 0) return
  await rerender(tx, store.id, now, shift)
  const told = [...shift.changed].filter(id => id !== newcomer).sort((a, b) => a - b)
  emit(tx, store.id, now, 'category/updated', ...told.map(id => ({ id })))
}

const Id = Type.Object({ id: Type.Integer() })

export async function create(call: Write, input: CategoryInput): Promise<Rendered> {
  const { tx, store, now } = call
  const texts = newTexts(store, input)
  const tree = await lock(tx, store.id)
  if (tree.size >= maxCategories) {
    throw unprocessable(`Store has reached maximum limit of ${maxCategories} allowed categories`)
  }
  const { id } = await tx.one(Id, sql`select nextval(pg_get_serial_sequence('categories', 'id')) as id`)
  const node: Node = { parent: parentOf(tree, id, input.parent ?? null), visibility: input.visibility ?? 'visible' }
  texts.handle = await claim(call, id, handleFrom(texts.name, texts.handle))
  await tx.run(sql`
    insert into categories (store_id, id, parent, name, description, handle, visibility, visibility_updated_at,
                            google_shopping_category, seo_title, seo_description, created_at, updated_at, document)
    values (${store.id}, ${id}, ${node.parent}, ${json(texts.name)}, ${json(texts.description)},
            ${json(texts.handle)}, ${node.visibility}, ${now}, ${texts.google_shopping_category},
            ${texts.seo_title}, ${texts.seo_description}, ${now}, ${now}, '')`)
  emit(tx, store.id, now, 'category/created', { id })
  await settle(call, shiftOf(tree, placed(tree, id, node)), id)
  return get(tx, store.id, id)
}

export async function update(call: Write, id: number, change: CategoryChange): Promise<Rendered> {
  const { tx, store } = call
  const tree = await lock(tx, store.id)
  const was = tree.get(id)
  if (!was) throw categoryNotFound()
  const node: Node = {
    parent: change.parent === undefined ? was.parent : parentOf(tree, id, change.parent),
    visibility: change.visibility == null ? was.visibility : visibilityOf(tree, id, change.visibility),
  }
  const old = await tx.one(
    Texts,
    sql`select ${textColumns} from categories where store_id = ${store.id} and id = ${id}`,
  )
  const texts = { ...old, ...changedTexts(store, change, old) }
  const handle = handleAfter(old, texts)
  texts.handle = isDeepStrictEqual(handle, old.handle) ? handle : await claim(call, id, handle)
  const shift = shiftOf(tree, placed(tree, id, node))
  if (!isDeepStrictEqual(texts, old)) shift.changed.add(id)
  if (shift.changed.has(id)) {
    await tx.run(sql`
      update categories
         set parent = ${node.parent}, visibility = ${node.visibility}, name = ${json(texts.name)},
             description = ${json(texts.description)}, handle = ${json(texts.handle)},
             google_shopping_category = ${texts.google_shopping_category}, seo_title = ${texts.seo_title},
             seo_description = ${texts.seo_description}
       where store_id = ${store.id} and id = ${id}`)
  }
  await settle(call, shift)
  return get(tx, store.id, id)
}

/** Features above this one that point to a category, or to a product, let go of one that is being deleted. */
export type Leave = (call: Write, id: number) => Promise<void>

/** Its children move up, its products lose the link and stay (D32). */
export async function remove(call: Write, id: number, leave: Leave): Promise<Record<never, never>> {
  const { tx, store, now } = call
  const tree = await lock(tx, store.id)
  const node = tree.get(id)
  if (!node) throw categoryNotFound()
  const unlink = async () => {
    await leave(call, id)
    await unlinkProducts(tx, store.id, id)
  }
  await unlink()
  // From here on nobody can point to it. Who did so since the statements before is found by those after.
  await tx.run(sql`select 1 from categories where store_id = ${store.id} and id = ${id} for update`)
  await unlink()
  await tx.run(sql`update categories set parent = ${node.parent} where store_id = ${store.id} and parent = ${id}`)
  await releaseHandles(tx, store.id, 'category', [id])
  await tx.run(sql`delete from categories where store_id = ${store.id} and id = ${id}`)
  emit(tx, store.id, now, 'category/deleted', { id })
  await settle(call, shiftOf(tree, removed(tree, id)))
  return {}
}

/** Few enough for each statement to keep far from its time limit: a product costs a quarter of a millisecond. */
const portion = 2000

/**
 * Nothing of a product itself changes: what is answered of it takes its categories from here. Locks as those who
 * change a product do, the product before its links and its categories, so that none waits for the other forever.
 * By lists of ids, because joined to each other, in tables just filled and without statistics, 500 took 12 seconds.
 */
async function unlinkProducts(tx: Tx, store: number, id: number): Promise<void> {
  for (;;) {
    const linked = await tx.many(
      Id,
      sql`
        select p.id
          from product_categories l
          join products p on p.store_id = l.store_id and p.id = l.product_id
         where l.store_id = ${store} and l.category_id = ${id}
         order by l.product_id
         limit ${portion}
           for no key update of p`,
    )
    if (linked.length === 0) return
    const products = linked.map(product => product.id)
    await tx.run(sql`
      delete from product_categories
       where store_id = ${store} and category_id = ${id} and product_id = any(${products}::bigint[])`)
    await tx.run(sql`
      update products
         set category_ids = jsonb_path_query_array(category_ids, '$[*] ? (@ != $gone)', jsonb_build_object('gone', ${id}::bigint))
       where store_id = ${store} and id = any(${products}::bigint[])`)
  }
}

function parentOf(tree: Tree, id: number, parent: number | null): number | null {
  // Clients call the top level 0 too.
  if (!parent) return null
  if (parent === id) throw invalid({ parent: ['cannot be the category itself'] })
  if (!tree.has(parent)) throw invalid({ parent: ['Category with such id does not exist'] })
  if (isWithin(tree, parent, id)) throw invalid({ parent: ['cannot be a category below this one'] })
  return parent
}

function visibilityOf(tree: Tree, id: number, sent: NonNullable<CategoryChange['visibility']>): Node['visibility'] {
  const visibility = chosen(tree, id, sent)
  if (!visibility) throw invalid({ visibility: ['is not included in the list'] })
  return visibility
}

async function claim({ tx, world, store }: Write, id: number, handle: Localized): Promise<Localized> {
  const handles = await claimHandles(tx, world, store.id, 'category', [{ owner_id: id, handle }])
  return handles.get(id) ?? {}
}
