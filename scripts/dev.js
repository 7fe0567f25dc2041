/** `npm run dev`: builds, starts the server, and does both again whenever a source file changes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'vite'
import { build, parts } from './build.js'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
// Vite changes the environment of this process; the server gets it as it was.
const env = { ...process.env }
let server
let isStopping = false

/** In a group of its own: a Ctrl-C in the terminal is for us, and a second signal would end the server in a hurry. */
function start() {
  const begun = spawn(process.execPath, [cli, 'start'], { env, stdio: 'inherit', detached: true })
  server = begun
  begun.on('exit', code => {
    if (server !== begun) return
    server = undefined
    if (!isStopping) console.error(`The server ended with ${code}. It starts again when a file changes.`)
  })
}

async function stop() {
  const ending = server
  if (!ending) return
  server = undefined
  ending.kill('SIGTERM')
  await once(ending, 'exit')
}

/** One restart at a time; changes that come while one is going on are all in the next. */
let restarting
let isStale = false
async function restart() {
  isStale = true
  restarting ??= (async () => {
    while (isStale && !isStopping) {
      isStale = false
      await stop()
      if (!isStopping) start()
    }
    restarting = undefined
  })()
  await restarting
}

/** A new migration is a change too, although no file that was read has changed. */
const watchMigrations = {
  name: 'watch-migrations',
  buildStart() {
    this.addWatchFile(fileURLToPath(new URL('../packages/server/migrations', import.meta.url)))
  },
}

await build()
const watchers = await Promise.all(
  parts.map(part => bundle({ ...part, plugins: [watchMigrations], build: { watch: {} } })),
)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    isStopping = true
    await restarting
    await stop()
    await Promise.all(watchers.map(watcher => watcher.close()))
    process.exit(0)
  })
}

for (const watcher of watchers) {
  let isBroken = false
  watcher.on('event', event => {
    if (event.code === 'START') isBroken = false
    if (event.code === 'ERROR') {
      isBroken = true
      console.error(event.error.message)
    }
    if (event.code === 'END' && !isBroken) void restart()
  })
}
