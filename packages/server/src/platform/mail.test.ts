import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createMailer } from './mail.ts'

const mail = { to: 'ana@example.com', subject: 'Hola, ñandú', text: 'Here: https://shop.example/x?token=abc' }

function logged() {
  const lines: string[] = []
  const log = createLog(
    'info',
    false,
    new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }),
  )
  return { log, lines }
}

/** As much of a mail server as it takes to receive one message. */
async function mailServer() {
  const said: string[] = []
  const server = createServer(socket => {
    let isMessage = false
    socket.write('220 mail.test ready\r\n')
    socket.setEncoding('utf8').on('data', chunk => {
      for (const line of String(chunk).split('\r\n').slice(0, -1)) {
        said.push(line)
        if (isMessage && line !== '.') continue
        isMessage = line === 'DATA'
        socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, said, close: () => server.close() }
}

test('with SMTP_URL it is sent from the address of the settings', async () => {
  const { url, said, close } = await mailServer()
  const { log, lines } = logged()
  await createMailer({ url, from: 'Shop <shop@example.com>' }, log)(mail)
  close()
  expect(said).toContain('MAIL FROM:<shop@example.com>')
  expect(said).toContain('RCPT TO:<ana@example.com>')
  expect(said).toContain(mail.text)
  expect(lines).toEqual([])
})

test('it goes to the address that it is for, and to none that could be read out of that', async () => {
  const { url, said, close } = await mailServer()
  await createMailer({ url, from: 'shop@example.com' }, logged().log)({ ...mail, to: 'eve,ana@example.com' })
  close()
  expect(said.filter(line => line.startsWith('RCPT'))).toEqual(['RCPT TO:<"eve,ana"@example.com>'])
})

test('without it, it is written into the log, with the link', async () => {
  const { log, lines } = logged()
  await createMailer(undefined, log)(mail)
  expect(lines.join()).toContain('https://shop.example/x?token=abc')
})

test('mail that cannot be sent is told in the log, without what is in it, and is no fault of the request', async () => {
  const { url, close } = await mailServer()
  close()
  const { log, lines } = logged()
  await createMailer({ url, from: 'shop@example.com' }, log)(mail)
  expect(lines.join()).toContain('mail to ana@example.com could not be sent')
  expect(lines.join()).not.toContain('token=abc')
})
