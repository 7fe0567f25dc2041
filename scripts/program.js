/** Builds the server and a program beside it, then runs the program: it uses the server's own modules. */
import { spawn } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, bundle } from './build.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** `source` is below packages/server, e.g. `bench/bench.ts`. It gets the arguments that we were called with. */
export async function runProgram(source) {
  const name = `${basename(source, '.ts')}.js`
  await build()
  await bundle({
    root: join(root, 'packages/server'),
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: source,
      outDir: join(root, 'dist'),
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: name } },
    },
    ssr: { noExternal: ['@bodega/api'] },
  })
  const child = spawn(process.execPath, [join(root, 'dist', name), ...process.argv.slice(2)], { stdio: 'inherit' })
  // It ends what it has started, and this process waits for that.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', code => {
    process.exitCode = code ?? 1
  })
}
