import { type Client, createClient, type Localized } from '@bodega/api'
import type { MyStore } from '@bodega/api/panel'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { typedOf } from './amount.ts'
import { ago, countOf, dateOf, inLanguage, money, timeOf } from './format.ts'
import { ours, queries } from './session.ts'

/** The store that the pages work in, and how its texts, prices and times are said. */
export interface CurrentStore {
  id: number
  info: MyStore
  client: Client
  say: (texts: Localized) => string
  price: (amount: string | number | null | undefined, currency?: string) => string
  /** An amount as people would type it here, to be typed over. */
  typed: (amount: string | null | undefined) => string
  count: (things: number) => string
  date: (time: string) => string
  time: (time: string) => string
  ago: (time: string) => string
  /** Begins every key of what is read for this store. */
  key: (...parts: readonly unknown[]) => readonly unknown[]
  /** Reads anew what was read under keys that begin like this, as far as it is shown. */
  refresh: (...parts: readonly unknown[]) => Promise<void>
  may: (scope: string) => boolean
}

const Context = createContext<CurrentStore | undefined>(undefined)

export function useStore(): CurrentStore {
  const store = useContext(Context)
  if (!store) throw new Error('there is no StoreProvider above')
  return store
}

export function StoreProvider({ info, children }: { info: MyStore; children: ReactNode }) {
  const { i18n } = useTranslation()
  const { language } = i18n
  const store = useMemo<CurrentStore>(
    () => ({
      id: info.id,
      info,
      client: createClient({ baseUrl: '', storeId: info.id, ...ours }),
      say: texts => inLanguage(texts, language, info.main_language),
      price: (amount, currency = info.main_currency) => money(`${language}-${info.country}`, currency, amount),
      typed: amount => typedOf(`${language}-${info.country}`, amount),
      count: things => countOf(language, things),
      date: time => dateOf(language, time),
      time: time => timeOf(language, time),
      ago: time => ago(language, time, Date.now()),
      key: (...parts) => [info.id, ...parts],
      refresh: (...parts) => queries.invalidateQueries({ queryKey: [info.id, ...parts] }),
      may: scope => info.scopes.includes(scope),
    }),
    [info, language],
  )
  return <Context value={store}>{children}</Context>
}
