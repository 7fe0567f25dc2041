/** Markup that can be put into other markup as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '')

type Part = Html | string | number | false | null | undefined | readonly Part[]

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === false || part === null || part === undefined) return ''
  // `Array.isArray` does not narrow readonly arrays.
  if (typeof part === 'object') return (part as readonly Part[]).map(render).join('')
  return escaped(String(part))
}

/** Whatever is put into it is text, unless it is markup of our own. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((string, i) => string + render(parts[i])).join(''))
