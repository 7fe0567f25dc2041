import { useTranslation } from 'react-i18next'
import { panel, queries, useSession } from '../session.ts'
import { useStore } from '../store.tsx'
import { copyText } from '../ui/clipboard.ts'
import { useToasts } from '../ui/toasts.tsx'
import { type Questions, textOf } from './host.ts'

/** The width below which the admin itself takes the form of a telephone. */
const narrow = '(width < 60rem)'

/** What an app is told when it asks. Ids are text here. */
export function useQuestions(appId: number): Questions {
  const { i18n } = useTranslation()
  const { id, info, client, key, say } = useStore()
  const { account } = useSession()
  const { tellError } = useToasts()
  /** Why there is no answer is told to whoever looks at the app. */
  const orNothing = async <T>(answer: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await answer()
    } catch (error) {
      tellError(error)
      return undefined
    }
  }
  const storeInfo = async () => {
    const store = await queries.fetchQuery({
      queryKey: key('store'),
      queryFn: () => client.stores.get(),
      staleTime: 60_000,
    })
    return {
      id: String(id),
      name: say(store.name),
      url: store.url_with_protocol,
      country: store.country,
      language: i18n.language,
      currency: store.main_currency,
      languages: Object.keys(store.languages).filter(name => store.languages[name]?.active),
    }
  }
  return {
    // A new one each time: the app asks before every request to its own server.
    'app/auth/sessionToken': () =>
      orNothing(() => panel.storeApps.sessionToken({ params: { store_id: id, app_id: appId } })),
    'app/store/info': () => orNothing(storeInfo),
    'app/user/info': () => ({ id: String(account?.id), name: account?.name ?? '', roles: [info.role] }),
    'app/device': () => ({ isMobile: matchMedia(narrow).matches }),
    'app/utils/copyToClipboard': async payload => ({ success: await copyText(textOf(payload, 'text') ?? '') }),
    // Nothing is sold here: a store has every feature, and there is no plan to be talked into.
    'app/store/feature': () => ({ isFeatureEnabled: true, unlimited: true, maxUse: 0 }),
    'app/store/upsell': () => ({ result: 'skipped' }),
  }
}
