import type { stores } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { changeSettings, settingsOf } from './settings.ts'
import { get } from './stores.ts'

export const storeHandlers = (publicUrl: string): Handlers<typeof stores, Call> => ({
  get: ({ db, store }) => get(db, store.id, publicUrl),
  settings: ({ db, store }) => settingsOf(db, store.id),
  changeSettings: ({ tx, store }, { body }) => changeSettings(tx, store.id, body),
})
