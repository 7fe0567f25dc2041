import { refused, unprocessable } from '@bodega/api'
import type { MyStore, stores } from '@bodega/api/panel'
import { addMember, storesOf } from '../accounts/index.ts'
import { createStore } from '../stores/index.ts'
import type { PanelHandlers } from './call.ts'
import type { PanelSettings } from './session.ts'

/** Of one account; who runs more asks the operator. */
const mostStores = 50

export const storeHandlers = (settings: PanelSettings): PanelHandlers<typeof stores> => ({
  create: async ({ tx, now, signedIn: { account } }, { body }): Promise<MyStore> => {
    if (!settings.signUp) throw refused(403, 'Nobody can make a store here')
    if ((await storesOf(tx, account.id)).length >= mostStores)
      throw unprocessable(`An account has at most ${mostStores} stores`)
    const { name, country, languages = [] } = body
    const id = await createStore(tx, now, { name: name.trim(), country, email: account.email, languages })
    await addMember(tx, now, id, account.id, 'owner')
    const made = (await storesOf(tx, account.id)).find(store => store.id === id)
    if (!made) throw new Error('a new store has no owner')
    return made
  },
})
