import { refused, unprocessable } from '@bodega/api'
import type { MyStore, stores } from '@bodega/api/panel'
import type { Static } from 'typebox'
import { outlived } from '../access/index.ts'
import { addMember, storesOf } from '../accounts/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { apart } from '../platform/http/transactions.ts'
import { askRenewal } from '../products/index.ts'
import { changeStore, createStore, getStore, planOf } from '../stores/index.ts'
import type { PanelHandlers } from './call.ts'
import type { PanelSettings } from './session.ts'

/** Of one account; who runs more asks the operator. */
const mostStores = 50

type NewStore = Static<(typeof stores)['create']['body']>

/** Makes a store that the account owns; answers it as the account sees it. */
export async function ownedStore(
  tx: Tx,
  now: Date,
  account: { id: number; email: string },
  { name, country, languages = [] }: NewStore,
): Promise<MyStore> {
  if ((await storesOf(tx, account.id)).length >= mostStores)
    throw unprocessable(`An account has at most ${mostStores} stores`)
  const id = await createStore(tx, now, { name: name.trim(), country, email: account.email, languages })
  await addMember(tx, now, id, account.id, 'owner')
  const made = (await storesOf(tx, account.id)).find(store => store.id === id)
  if (!made) throw new Error('a new store has no owner')
  return made
}

export const storeHandlers = ({ signUp, url, rateLimit }: PanelSettings): PanelHandlers<typeof stores> => ({
  create: async ({ tx, now, signedIn: { account } }, { body }) => {
    if (!signUp) throw refused(403, 'Nobody can make a store here')
    return ownedStore(tx, now, account, body)
  },
  update: apart(async ({ db, storeId }, { body }) => {
    const isOtherLanguage = await db.tx(async tx => {
      const isOther = await changeStore(tx, storeId, body)
      if (isOther) await askRenewal(tx, storeId)
      return isOther
    })
    // Who knows the old ones puts texts into them, and with the old main one cannot write products: when this is answered,
    // nobody does.
    if (isOtherLanguage || body.languages) await outlived()
    return getStore(db, storeId, url)
  }),
  plan: async ({ db, storeId }) => {
    const { plan_name, rate_factor } = await planOf(db, storeId)
    const { burst, perSecond } = rateLimit
    return {
      plan_name,
      rate_limit: burst === 0 ? null : { burst: burst * rate_factor, per_second: perSecond * rate_factor },
    }
  },
})
