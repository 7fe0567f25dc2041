import { createProgram } from './commands/program.ts'
import { report } from './commands/report.ts'

// Whoever reads may stop at any time, as `head` does; what was begun is finished all the same. A disk that is full is told.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') report(error)
})

createProgram().parseAsync().catch(report)
