/** A short run of `npm run faults`, which is a program of its own because it may run for hours. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { atEnd } from './ending.ts'
import { inCheckout } from './process.ts'

const minutes = 1

test(
  'D60: whatever fails, nothing that was acknowledged is lost and nothing is applied, sold or told wrongly',
  async () => {
    const child = spawn(process.execPath, [inCheckout('scripts/faults.js'), '--minutes', String(minutes)])
    // It ends what it has begun, also where the test runs out of time.
    atEnd(async () => child.kill())
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', part => {
        text += part
      })
    }
    const [code] = await once(child, 'close')
    // The seed is in the first line: what failed once can be tried again.
    expect(text.trimEnd().split('\n').at(-1), text).toMatch(
      /^acknowledged [1-9]\d*, lost 0, wrongly applied 0, oversold 0, undelivered 0, kills [1-9]\d*$/,
    )
    expect(code, text).toBe(0)
  },
  minutes * 60_000 + 600_000,
)
