import { expect, test } from 'vitest'
import { examples, highlight } from './examples.ts'

const all = examples('https://shop.example')

test('every example calls the service that shows it, with a token and a name', () => {
  for (const { code } of all) {
    expect(code).toContain('https://shop.example/v1/1/locations')
    expect(code).toMatch(/Authentication.*bearer .*TOKEN/)
    expect(code).toContain('User-Agent')
  }
})

test('highlighting loses nothing, and finds the token once', () => {
  for (const { code } of all) {
    const pieces = highlight(code)
    expect(pieces.map(({ text }) => text).join('')).toBe(code)
    expect(pieces.filter(({ kind }) => kind === 'token')).toHaveLength(1)
    expect(pieces.every(({ text, start }) => code.startsWith(text, start))).toBe(true)
  }
})
