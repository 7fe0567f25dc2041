import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { version } from '../../package.json'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database.ts'
import { namesFiles } from '../images/index.ts'
import { backup } from '../platform/backup/index.ts'
import { print, realWorld, refuseMissing } from './context.ts'
import { progressLine } from './progress.ts'
import { oneLine } from './report.ts'
import { refuseTaken } from './target.ts'

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write the whole database and the images into one file, also while the server runs')
    .argument('<file>', 'where to; an older backup of this name is replaced when the new one is whole')
    .action(async (file: string, _options, command: Command) => {
      const config = readConfig(process.env)
      refuseMissing(config)
      const path = resolve(file)
      refuseTaken(path)
      // Not migrated first: a backup is what one makes before a new release touches the data.
      const { database, url, close } = await openDatabase(config, 'command', line => console.error(line))
      const line = progressLine('backing up')
      const images = join(config.dataDir, 'images')
      try {
        const { bytes, migration, rows, files } = await backup(path, {
          url,
          images,
          release: version,
          now: realWorld.now(),
          progress: line.tell,
        })
        line.end()
        if (files === 0 && (await namesFiles(database.everywhere)))
          console.error(
            oneLine(`no image is in ${images}, and so none is in the backup: set the DATA_DIR of the server`),
          )
        print(command, { file: path, bytes, migration, images: files, rows })
      } finally {
        line.end()
        await close()
      }
    })
}
