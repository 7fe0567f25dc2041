import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { keyMark } from '../access/index.ts'
import { forgetKey } from '../apps/index.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database.ts'
import { inspect, restore } from '../platform/backup/index.ts'
import { leapAhead } from '../webhooks/index.ts'
import { print } from './context.ts'
import { progressLine } from './progress.ts'
import { refuseNoFile } from './target.ts'

const otherKey =
  'bodega: the backup was made under another SECRET_KEY: set that one, or the server does not start on this data'

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
        const key = config.key.find()
        const hasKey = key !== undefined && header.key === keyMark(key)
        if (!hasKey) console.error(otherKey)
        const { release, created_at } = header
        print(command, { release, created_at, secret_key: hasKey ? 'same' : 'another', images: files, rows })
      } finally {
        line.end()
        await close()
      }
    })
}
