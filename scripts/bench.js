import { runProgram } from './program.js'

await runProgram('bench/bench.ts')
