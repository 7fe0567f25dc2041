/**
 * The app that somebody means: by the link that its maker hands out, whatever the server in it is called, or by its number.
 * Links to elsewhere lead nowhere: only the number is taken out of them.
 */
export function appIdOf(text: string): number | undefined {
  const [, number] = /(?:^|\/apps\/)(\d{1,15})(?:$|[/?#])/.exec(text.trim()) ?? []
  return number && Number(number) > 0 ? Number(number) : undefined
}

/** Where an owner is asked for consent; the server makes that page by itself, in the language that it is told. */
export const installPath = (appId: number, storeId: number, language: string): string =>
  `/apps/${appId}/authorize?store_id=${storeId}&lang=${language}`

/** Its document is made for this one app, so it is loaded anew and not by the router. */
export const embeddedPath = (appId: number, storeId: number): string => `/admin/${storeId}/apps/${appId}`
