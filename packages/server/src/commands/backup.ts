import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { version } from '../../package.json'
import { keyMark } from '../access/index.ts'
import { knownKey } from '../apps/index.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../database.ts'
import { backup } from '../platform/backup/index.ts'
import { print, realWorld, refuseMissing } from './context.ts'
import { progressLine } from './progress.ts'

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write the whole database and the images into one file, also while the server runs')
    .argument('<file>', 'where to; an older backup of this name is replaced when the new one is whole')
    .action(async (file: string, _options, command: Command) => {
      const config = readConfig(process.env)
      refuseMissing(config)
      // Not migrated first: a backup is what one makes before a new release touches the data.
      const { database, url, close } = await openDatabase(config, 'command', line => console.error(line))
      const line = progressLine('backing up')
      try {
        const path = resolve(file)
        const { bytes, migration, rows, files } = await backup(path, {
          url,
          images: join(config.dataDir, 'images'),
          release: version,
          key: (await knownKey(database.everywhere)) ?? ownMark(config),
          now: realWorld.now(),
          progress: line.tell,
        })
        line.end()
        print(command, { file: path, bytes, migration, images: files, rows })
      } finally {
        line.end()
        await close()
      }
    })
}

/** Data of an earlier release does not know its key. */
function ownMark({ key }: Config): string {
  const found = key.find()
  return found ? keyMark(found) : ''
}
