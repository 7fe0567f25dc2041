import { Command } from 'commander'
import { version } from '../../package.json'
import { addAccount } from './account.ts'
import { addApp } from './app.ts'
import { addBackup } from './backup.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addMigrate } from './migrate.ts'
import { addPartner } from './partner.ts'
import { oneLine } from './report.ts'
import { addRestore } from './restore.ts'
import { addSecrets } from './secrets.ts'
import { addSeed } from './seed.ts'
import { addStart } from './start.ts'
import { addStore } from './store.ts'
import { addToken } from './token.ts'
import { addVerify } from './verify.ts'
import { addWebhooks } from './webhooks.ts'

export function createProgram(): Command {
  const program = new Command('bodega')
    .description('The store API that you can run yourself.')
    .version(version)
    .option('--json', 'print the result as JSON, for scripts')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      outputError: (text, write) =>
        write(`${oneLine(`${text.replace(/^error: /, '')} (--help shows what there is)`)}\n`),
    })
  const all = [
    addStart,
    addMigrate,
    addStore,
    addPartner,
    addAccount,
    addApp,
    addToken,
    addSeed,
    addImport,
    addExport,
    addWebhooks,
    addVerify,
    addBackup,
    addRestore,
    addSecrets,
  ]
  for (const add of all) add(program)
  return program
}
