/** One thing is called by one word in all that people read, whichever file of texts it stands in. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scopeTexts } from '@bodega/api'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

/** Read and not imported: the server knows nothing of the pages, and half of the texts are functions. */
const quoted = /'((?:[^'\\\n]|\\.)+)'|`([^`]+)`/g

function textsOf(language: 'en' | 'es' | 'pt'): string[] {
  const folder = `../../../web/src/texts/${language}/`
  const sources = readdirSync(fileURLToPath(new URL(folder, import.meta.url))).map(name => read(folder + name))
  const written = [...sources, read(`../panel/texts/${language}.ts`)].flatMap(source =>
    // Code in the texts, the files that they are put together from, and names of types are no words.
    [...source.replace(/^(import|\s*\|) .*$/gm, '').matchAll(quoted)].map(([, plain = '', hole = '']) =>
      `${plain}${hole}`.replace(/`[^`]*`|\$?\{+[^}]*\}+/g, ''),
    ),
  )
  return [...written, ...Object.values(scopeTexts[language])]
}

/** The word, and others for the same thing. */
const others: Record<'en' | 'es' | 'pt', Record<string, RegExp>> = {
  es: {
    orden: /\bpedidos?\b/i,
    'e-mail': /(?<!por el )\bcorreos?\b/i,
    propietario: /\bdueñ/i,
    administración: /\badministrador/i,
    stock: /\bexistencias\b/i,
    'tienda de prueba': /de demostración/i,
    carpeta: /\bdirectorio/i,
    aplicación: /(?<!demo )\bapps?\b/i,
  },
  pt: {
    pedido: /\bencomendas?\b|\bordens\b/i,
    'e-mail': /\bcorreio\b/i,
    proprietário: /\bdon[oa]s?\b/i,
    administração: /\badministrador/i,
    variante: /\bvariaç/i,
    'loja de teste': /de demonstração/i,
    pasta: /\bdiretório/i,
    aplicativo: /(?<!demo )\bapps?\b/i,
  },
  en: {
    order: /\bpurchases?\b/i,
    'e-mail': /\bemails?\b/i,
    owner: /\bproprietor/i,
    location: /\bdepots?\b/i,
    folder: /\bdirector(y|ies)\b/i,
    application: /(?<!demo )\bapps?\b(?! store)/i,
  },
}

test.each(['es', 'pt', 'en'] as const)('in %s there are no two words for one thing', language => {
  const texts = textsOf(language)
  expect(texts.length).toBeGreaterThan(500)
  const found = Object.entries(others[language]).flatMap(([word, other]) =>
    texts.filter(text => other.test(text)).map(text => `${word}: ${text}`),
  )
  expect(found).toEqual([])
})
