/** `npm run pack`: makes an npm package of packages/api, the typed client and the check of webhooks, for apps elsewhere. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = join(root, 'packages/api')
const made = join(root, 'dist/api')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/** In the repository everybody takes the sources; Node.js takes no types from a package. */
function manifest() {
  const { exports, ...kept } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const built = path => path.replace('./src/', './').replace(/\.ts$/, '')
  return {
    ...kept,
    engines: { node: '>=20.19' },
    exports: Object.fromEntries(
      Object.entries(exports).map(([name, path]) => [
        name,
        { types: `${built(path)}.d.ts`, default: `${built(path)}.js` },
      ]),
    ),
  }
}

if (!existsSync(compiler)) {
  console.error('npm run pack needs the packages for development: npm ci')
  process.exit(1)
}
rmSync(made, { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '--project', join(source, 'tsconfig.package.json')], { stdio: 'inherit' })
writeFileSync(join(made, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)
copyFileSync(join(source, 'README.md'), join(made, 'README.md'))
copyFileSync(join(root, 'LICENSE'), join(made, 'LICENSE'))
