/**
 * A receiver of webhooks, which the driver kills: each notification is in the file before it is answered, so what was
 * answered is known whatever happens to the process. It also fails by itself, now and then: one in ten it refuses, one
 * in forty it leaves without an answer.
 */
import { openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, path] = process.argv.slice(2)
const file = openSync(path, 'a')
// Whoever was killed in the middle of a line has not answered it.
writeSync(file, '\n')
let calls = 0

createServer(async (request, response) => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  calls++
  if (calls % 40 === 0) return
  if (calls % 10 === 0) return response.writeHead(500).end('not now')
  const { event, id } = JSON.parse(text)
  writeSync(file, `${JSON.stringify({ hook: request.url, event, id })}\n`)
  response.end('ok')
}).listen(Number(port), '127.0.0.1')
