import type { Command } from 'commander'
import { addressOf } from '../config.ts'
import { seed } from '../seeding/index.ts'
import { print, storeOf, withDatabase } from './context.ts'
import { count, id } from './parse.ts'
import { progressBar } from './progress.ts'
import { oneLine } from './report.ts'
import { stopwatch } from './stopwatch.ts'

interface Options {
  store: number
  products: number
  locations: number
  customers: number
  orders: number
  seed: number
}

export function addSeed(program: Command): void {
  program
    .command('seed')
    .description('fill a store with products, customers and orders, for trying things out and for measuring')
    .requiredOption('--store <id>', 'the store to fill', id)
    .option('--products <n>', 'so many products more, with 2 variants each and stock at every location', count, 0)
    .option('--locations <n>', 'so many locations more', count, 0)
    .option('--customers <n>', 'so many customers more, with an address each', count, 0)
    .option('--orders <n>', 'so many orders more, of the last 30 days', count, 0)
    .option('--seed <n>', 'the same number makes the same products', count, 1)
    .addHelpText(
      'after',
      `
Adds to what is there. Categories are made where they are missing. No events are written for products and
customers, so nobody is told of them, and the limit of products per store does not hold. The ledger of the stock says "import".
Orders are placed as by a client: they take stock, and one that finds none is left out.`,
    )
    .action((options: Options, command: Command) =>
      withDatabase(async ({ config, db, world }) => {
        const store = await storeOf(db, options.store)
        const what = options.orders > 0 ? 'products and orders' : 'products'
        const bar = progressBar(what, options.products + options.orders)
        const seconds = stopwatch()
        let orders = 0
        try {
          orders = await seed(db, world, store, options, { url: addressOf(config), onProgress: done => bar.to(done) })
        } finally {
          bar.end()
        }
        const { products, locations, customers } = options
        print(command, { store_id: store.id, products, locations, customers, orders, seconds: seconds() })
        if (options.orders === 0 || orders > 0) return
        console.error(oneLine(`no order was made: nothing in store ${store.id} has stock (--products N makes some)`))
        process.exitCode = 1
      }),
    )
}
