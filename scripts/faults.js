import { runProgram } from './program.js'

await runProgram('faults/faults.ts')
