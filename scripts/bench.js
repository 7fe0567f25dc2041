/** Builds the server and the bench beside it, then runs it: the bench uses the server's own modules. */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, bundle } from './build.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
await build()
await bundle({
  root: join(root, 'packages/server'),
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: 'bench/bench.ts',
    outDir: join(root, 'dist'),
    emptyOutDir: false,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'bench.js' } },
  },
  ssr: { noExternal: ['@bodega/api'] },
})
const child = spawn(process.execPath, [join(root, 'dist/bench.js'), ...process.argv.slice(2)], { stdio: 'inherit' })
// It ends what it has started, and this process waits for that.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('exit', code => {
  process.exitCode = code ?? 1
})
