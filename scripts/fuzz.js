import { runAlone } from './program.js'

await runAlone('faults/fuzz.ts')
