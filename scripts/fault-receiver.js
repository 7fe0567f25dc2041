/**
 * A receiver of webhooks for the fault test, which kills it: each notification is in the file before it is answered, so
 * what was answered is known whatever happens to the process.
 */
import { openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, path] = process.argv.slice(2)
const file = openSync(path, 'a')

createServer(async (request, response) => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  const { event, id } = JSON.parse(text)
  writeSync(file, `${JSON.stringify({ event, id, delivery: request.headers['webhook-id'] })}\n`)
  response.end('ok')
}).listen(Number(port), '127.0.0.1')
