#!/usr/bin/env node
/** `npx bodega`: builds what must be built, then runs the command line. */
import { build } from '../scripts/build.js'

await build()
await import('../dist/cli.js')
