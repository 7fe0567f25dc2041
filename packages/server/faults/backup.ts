/** A backup that is made while orders are placed, and what comes back from it. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../src/platform/database/database.ts'
import { useEmbedded } from '../src/platform/embedded/index.ts'
import { bodega, type Env, newFolder } from '../src/testing/process.ts'
import { placedOrders } from './audit.ts'
import type { Memory } from './memory.ts'
import type { Shop } from './shop.ts'

export interface Kept {
  file: string
  /** The orders that were acknowledged when it was begun, and their ids. */
  promised: Map<string, number>
}

/** As often as it takes: the database may be killed meanwhile. */
export async function backUp(env: Env, { orders }: Memory): Promise<Kept> {
  const file = join(newFolder(), 'backup.gz')
  for (;;) {
    const promised = new Map(
      [...orders].flatMap(([mark, { answer }]) => (answer.kind === 'done' ? [[mark, answer.value] as const] : [])),
    )
    if ((await bodega(['backup', file], env)).code === 0) return { file, promised }
    await pause(500)
  }
}

/** Restores into an empty folder with a PostgreSQL of its own. Says what is wrong with it. */
export async function restore({ file, promised }: Kept, from: Env, shop: Shop): Promise<string[]> {
  const DATA_DIR = newFolder()
  copyFileSync(join(from.DATA_DIR ?? '', 'secret.key'), join(DATA_DIR, 'secret.key'))
  const { code, stderr } = await bodega(['restore', file], { DATA_DIR })
  if (code !== 0) return [`the backup could not be restored: ${stderr}`]
  const verified = await bodega(['verify'], { DATA_DIR })
  const embedded = await useEmbedded({ dataDir: DATA_DIR, log: () => {} })
  const database = connect({ url: embedded.url, size: 1 })
  try {
    const ids = new Map((await placedOrders(database.everywhere, shop)).map(({ note, id }) => [note, id]))
    const missing = [...promised].filter(([mark, id]) => ids.get(mark) !== id)
    return [
      ...missing.map(([mark]) => `order ${mark} is not in the backup that was begun after it`),
      ...(verified.code === 0 ? [] : [`what was restored: ${verified.stdout}${verified.stderr}`]),
    ]
  } finally {
    await database.close()
    await embedded.stop()
  }
}
