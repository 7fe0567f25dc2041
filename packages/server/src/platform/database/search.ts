/** Lower case and without accents: what is sought and what is found are written the same way. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The pattern of a text that contains this one. */
export const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
