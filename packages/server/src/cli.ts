import { createProgram } from './commands/program.ts'
import { report } from './commands/report.ts'

createProgram().parseAsync().catch(report)
