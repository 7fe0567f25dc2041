import type { Command } from 'commander'

export function addStart(program: Command): void {
  program
    .command('start')
    .description('serve the API, the pages and the docs')
    .action(async (_options, command: Command) => {
      // Other commands start in half the time without it.
      const { serve } = await import('./serve.ts')
      return serve(command)
    })
}
