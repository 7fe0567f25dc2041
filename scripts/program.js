/** Bundles a program that uses the server's own modules, and runs it. */
import { spawn } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, bundle } from './build.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** With the server built. `source` is below packages/server, e.g. `bench/bench.ts`; it gets the arguments that we were called with. */
export async function runProgram(source) {
  await build()
  await runAlone(source)
}

/** Makes one file of a program and what it uses, and says where that is. */
export async function bundleProgram(source) {
  const name = `${basename(source, '.ts')}.js`
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
  return join(root, 'dist', name)
}

/** The same as `runProgram` for a program that needs no server that is built. */
export async function runAlone(source) {
  const program = await bundleProgram(source)
  const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  // It ends what it has started, and this process waits for that.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', code => {
    process.exitCode = code ?? 1
  })
}
