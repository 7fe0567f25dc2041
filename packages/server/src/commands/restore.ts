import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { adviceOn, fitOf, forgetKey } from '../apps/index.ts'
import { makeDataDir, readConfig, refuseReadOnly } from '../config.ts'
import { openDatabase } from '../database.ts'
import { inspect, restore } from '../platform/backup/index.ts'
import { leapAhead } from '../webhooks/index.ts'
import { print } from './context.ts'
import { progressLine } from './progress.ts'
import { oneLine } from './report.ts'
import { refuseNoFile } from './target.ts'

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('bring a backup into a database without data, up to date with this release')
    .argument('<file>', 'what "backup" wrote')
    .action(async (file: string, _options, command: Command) => {
      const config = readConfig(process.env)
      const path = resolve(file)
      refuseNoFile(path)
      const header = await inspect(path)
      const { database, url, close } = await openDatabase(config, 'command', line => console.error(line))
      const line = progressLine('restoring')
      try {
        // Before the rows, which take their time: the images come last.
        makeDataDir(config.dataDir)
        refuseReadOnly(config.dataDir)
        // It comes with the backup.
        await forgetKey(database.everywhere)
        const images = join(config.dataDir, 'images')
        const { rows, files } = await restore(path, header, {
          db: database.everywhere,
          url,
          images,
          amend: { table: 'dispatch', statement: leapAhead },
          progress: line.tell,
        })
        line.end()
        // The data says it, not the file: of what never was served none is asked for.
        const secret_key = await fitOf(database.everywhere, config.key.find)
        if (secret_key === 'another') console.error(oneLine(adviceOn(config.key.find)))
        const { release, created_at } = header
        print(command, { release, created_at, secret_key, images: files, rows })
      } finally {
        line.end()
        await close()
      }
    })
}
