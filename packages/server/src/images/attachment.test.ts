import { expect, test } from 'vitest'
import { decodeAttachment } from './attachment.ts'

const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const text = bytes.toString('base64')

test.each([
  ['plain', text],
  ['without its padding', text.replace(/=+$/, '')],
  ['with the type of the file before it', `data:image/jpeg;base64,${text}`],
  ['with another type before it', `DATA:image/svg+xml;base64,${text}`],
  ['broken into lines', `${text.slice(0, 4)}\r\n${text.slice(4)}\n`],
])('base64 %s is decoded', (_name, attachment) => {
  expect(decodeAttachment(attachment)).toEqual({ bytes })
})

test.each([
  ...['', '====', 'a', 'abcde', 'ab=c', 'abc=d', 'a===', 'äöü=', '<html>', '-_-_'],
  ...['data:image/png;base64,', 'data:image/png,AAAA', 'data:text/html;base64,AAAA', 'AAAAdata:image/png;base64,AAAA'],
])('%j is no base64', attachment => {
  expect(decodeAttachment(attachment)).toEqual({ problem: 'is not valid base64' })
})

test('10 MB are accepted, a byte more is not', () => {
  const ofSize = (size: number) => decodeAttachment(Buffer.alloc(size, 'x').toString('base64'))
  const most = ofSize(10 * 1024 * 1024)
  expect('bytes' in most && most.bytes.length).toBe(10 * 1024 * 1024)
  expect(ofSize(10 * 1024 * 1024 + 1)).toEqual({ problem: 'is larger than 10 MB' })
})
