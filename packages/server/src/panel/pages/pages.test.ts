import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html } from './html.ts'
import { localPath } from './sign-in.ts'

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

test('after the sign-in one stays here, whatever the address says', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    'evil.example',
    'http:',
    'https:',
    '@',
    '%2f',
    '\t',
    '?',
    '#',
    '..',
    'x',
    ':',
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const path = localPath(pieces.join(''))
      expect(path).toMatch(/^\/(?![/\\])/)
      expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example')
    }),
  )
  expect(localPath('/apps/1/authorize?state=a%20b')).toBe('/apps/1/authorize?state=a%20b')
})
