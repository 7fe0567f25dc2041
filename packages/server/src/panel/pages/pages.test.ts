import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html } from './html.ts'

test('whatever is put into a page is text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', 'script', '/') }), text => {
      const { text: page } = html`<p title="${text}">${[text, html`<b>${text}</b>`]}</p>`
      const inside = page
        .replace(/^<p title="/, '')
        .replace('<b>', '')
        .replace('</b></p>', '')
        .replace('">', '')
      expect(inside).not.toMatch(/[<>"']/)
    }),
  )
})
