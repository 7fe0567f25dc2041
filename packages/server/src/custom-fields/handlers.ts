import type { CustomFieldInput, CustomFieldOwner, customFields, Paging, ValueInput } from '@bodega/api'
import type { Call, Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { create, extend, get, list, remove } from './custom-fields.ts'
import { ofOwner, ownersOf } from './read.ts'
import { assign } from './values.ts'

type Read = Call & { db: Queries }
type OneField = { params: { id: string } }
type OneOwner = { params: { owner_id: number } }

const of = (owner: CustomFieldOwner) => ({
  list: ({ db, store }: Read, { query }: { query: Paging }) => list(db, store.id, owner, query),
  get: ({ db, store }: Read, { params }: OneField) => get(db, store.id, owner, params.id),
  create: (call: Write, { body }: { body: CustomFieldInput }) => create(call, owner, body),
  update: (call: Write, { params, body }: OneField & { body: { values?: string[] | null } }) =>
    extend(call, owner, params.id, body.values ?? []),
  delete: (call: Write, { params }: OneField) => remove(call, owner, params.id),
  owners: ({ db, store }: Read, { params, query }: OneField & { query: { since_id?: number } }) =>
    ownersOf(db, store.id, owner, params.id, query.since_id),
  ofOwner: ({ db, store }: Read, { params }: OneOwner) => ofOwner(db, store.id, owner, params.owner_id),
  setValues: (call: Write, { params, body }: OneOwner & { body: ValueInput[] }) =>
    assign(call, owner, params.owner_id, body),
})

export const customFieldHandlers: { [R in keyof typeof customFields]: Handlers<(typeof customFields)[R], Call> } = {
  productCustomFields: of('product'),
  variantCustomFields: of('product_variant'),
  categoryCustomFields: of('category'),
  orderCustomFields: of('order'),
  customerCustomFields: of('customer'),
}
