import { createSocket, type Socket } from 'node:dgram'
import { afterEach, expect, test } from 'vitest'
import { publicLookup, systemLookup } from './lookup.ts'

const A = 1
const AAAA = 28

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** A name server: addresses by type of question; `null` is a question that is never answered. */
async function nameServer(records: Partial<Record<number, number[][] | null>>): Promise<string> {
  const socket = createSocket('udp4')
  sockets.push(socket)
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5
    const type = query.readUInt16BE(end - 4)
    const found = records[type]
    if (found === null) return
    const answers = (found ?? []).map(address => {
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length])
      return Buffer.concat([head, Buffer.from(address)])
    })
    const header = Buffer.from([0x81, found ? 0x80 : 0x83, 0, 1, 0, answers.length, 0, 0, 0, 0])
    const answer = Buffer.concat([query.subarray(0, 2), header, query.subarray(12, end), ...answers])
    socket.send(answer, from.port, from.address)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  return `127.0.0.1:${socket.address().port}`
}

const six = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

test('both kinds of addresses are found', async () => {
  const server = await nameServer({ [A]: [[93, 184, 216, 34]], [AAAA]: [six] })
  expect(await publicLookup([server])('both.example')).toEqual(['93.184.216.34', '2606:4700::1'])
})

test('a name with IPv6 addresses alone is found', async () => {
  const server = await nameServer({ [AAAA]: [six] })
  expect(await publicLookup([server])('six.example')).toEqual(['2606:4700::1'])
})

test('a name server that never answers for IPv6 costs a moment, not the request', async () => {
  const server = await nameServer({ [A]: [[93, 184, 216, 34]], [AAAA]: null })
  const begun = performance.now()
  expect(await publicLookup([server])('mute.example')).toEqual(['93.184.216.34'])
  // Who waited for it would wait for two tries of a second and a half.
  expect(performance.now() - begun).toBeLessThan(2900)
})

test('a name that does not exist is an error', async () => {
  const server = await nameServer({})
  await expect(publicLookup([server])('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('the system knows localhost', async () => {
  expect(await systemLookup('localhost')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  )
})
