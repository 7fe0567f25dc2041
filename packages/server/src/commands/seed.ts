import type { Command } from 'commander'
import { seed } from '../seeding/index.ts'
import { progressBar } from './bar.ts'
import { print, storeOf, withDatabase } from './context.ts'
import { count, id, noneYet } from './parse.ts'

interface Options {
  store: number
  products: number
  locations: number
  customers: number
  seed: number
}

export function addSeed(program: Command): void {
  program
    .command('seed')
    .description('fill a store with products and customers, for trying things out and for measuring')
    .requiredOption('--store <id>', 'the store to fill', id)
    .option('--products <n>', 'so many products more, with 2 variants each and stock at every location', count, 0)
    .option('--locations <n>', 'so many locations more', count, 0)
    .option('--customers <n>', 'so many customers more, with an address each', count, 0)
    .option('--orders <n>', 'so many orders more', noneYet, 0)
    .option('--seed <n>', 'the same number makes the same products', count, 1)
    .addHelpText(
      'after',
      `
Adds to what is there. Categories are made where they are missing. No events are written for products and
customers, so nobody is told of them, and the limit of products per store does not hold. The ledger of the stock says "import".`,
    )
    .action((options: Options, command: Command) =>
      withDatabase(async ({ db, world }) => {
        const store = await storeOf(db, options.store)
        const bar = progressBar('products', options.products)
        const from = performance.now()
        try {
          await seed(db, world, store, options, done => bar.to(done))
        } finally {
          bar.end()
        }
        const { products, locations, customers } = options
        const seconds = Number(((performance.now() - from) / 1000).toFixed(1))
        print(command, { store_id: store.id, products, locations, customers, orders: 0, seconds })
      }),
    )
}
