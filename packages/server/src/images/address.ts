import type { Outbound } from '../platform/outbound/index.ts'

/** Where a picture is fetched from: old clients say http for what can be had by https as well, which is taken where http is not. */
export const fetchedFrom = (src: string, { checkUrl }: Pick<Outbound, 'checkUrl'>): string =>
  checkUrl(src) === undefined ? src : src.replace(/^http:/i, 'https:')
