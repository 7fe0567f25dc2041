import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inCheckout } from '../src/testing/process.ts'
import { flags } from './processes.ts'

test('a server is measured with the flags that users start it with', () => {
  const { scripts } = JSON.parse(readFileSync(inCheckout('package.json'), 'utf8'))
  expect(scripts.start).toBe(`node ${flags.join(' ')} bin/bodega.js start`)
  expect(readFileSync(inCheckout('README.md'), 'utf8')).toContain(`node ${flags.join(' ')} dist/cli.js start`)
})
