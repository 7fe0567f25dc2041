/** Letters that Unicode does not take apart into a plain one and an accent. */
const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/** As long as a handle can be sent, so that what was answered can always be sent back. */
export const maxLength = 255

const trim = (text: string): string => text.replace(/^-+|-+$/g, '')

/**
 * A text as it can stand in an address: lower case, without accents, `[a-z0-9-]`. A text in which nothing of that
 * kind is left, such as one in Chinese, gives an empty one.
 */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, letter => letters[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
  return trim(trim(plain).slice(0, maxLength))
}

const suffixLength = 5

/** What the suffix goes behind: cut where both together would be too long. */
const stemOf = (handle: string): string => trim(handle.slice(0, maxLength - suffixLength - 1))

/** The handle with five random characters behind it, for when it is taken: `ropa-x7k2p`. */
export const suffixed = (handle: string, random: Buffer): string =>
  `${stemOf(handle)}-${[...random.subarray(0, suffixLength)].map(byte => (byte % 36).toString(36)).join('')}`

/** Whether this could be that handle with a suffix. A word of five letters looks the same, and is as good. */
export function isSuffixed(text: string, handle: string): boolean {
  const stem = `${stemOf(handle)}-`
  return text.startsWith(stem) && /^[a-z0-9]{5}$/.test(text.slice(stem.length))
}
