import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { createImageStore, imageIntake } from '../images/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { createOutbound } from '../platform/outbound/index.ts'
import {
  type Format,
  HeaderError,
  type ImportKey,
  ImportTakenError,
  importProducts,
  refusalsOf,
  sizeOf,
} from '../transfer/index.ts'
import { print, storeOf, withDatabase } from './context.ts'
import { id } from './parse.ts'
import { megabytes, progressBar } from './progress.ts'
import { CommandError, oneLine } from './report.ts'
import { stopwatch } from './stopwatch.ts'
import { refuseNoFile } from './target.ts'

interface Options {
  store: number
  format?: Format
  report?: string
  restart: boolean
}

export const formatOption = () =>
  new Option('--format <format>', 'where the name of the file does not tell').choices(['ndjson', 'csv'])

/** `.csv` is a table, everything else has one product per line. */
export const formatOf = (path: string | undefined, given?: Format): Format =>
  given ?? (path?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson')

const help = `
NDJSON: one product per line, as POST /products takes it or as "export products" writes it.
CSV: UTF-8, RFC 4180, one row per variant. The first row names the columns:
  product                         the same in all rows of one product, which stand together; empty: a product of its own
  name, description, handle, seo_title, seo_description, attribute1 to attribute3
                                  for all languages, or for one: name:es
  published, free_shipping, requires_shipping, visibility, brand, tags, video_url
  categories                      Clothing > T-shirts | Sale; made where they are missing
  images                          addresses with spaces between them
  value1 to value3                of the attributes; also for one language: value1:es
  sku, barcode, mpn, age_group, gender, price, promotional_price, cost, weight, width, height, depth, visible
  stock, stock:LOCATION           a number or "unlimited", at the first location or at the one of this name

Products are added, never changed. A file that was not finished is taken up where it stood, and one that was is not
imported again. Lines that are refused are listed on stderr, and the exit code is 1. More in docs/import.md.`

export function addImport(program: Command): void {
  program
    .command('import')
    .description('bring data in from a file')
    .command('products')
    .description('add the products of a file to a store')
    .argument('<file>', 'NDJSON, or CSV where its name ends in .csv')
    .requiredOption('--store <id>', 'the store that they go into', id)
    .addOption(formatOption())
    .option('--report <file>', 'write the refused lines there too, as NDJSON')
    .option('--restart', 'forget what was imported of this file and begin anew: its products come a second time', false)
    .addHelpText('after', help)
    .action((file: string, options: Options, command: Command) =>
      withDatabase(async ({ config, db, world }) => {
        const store = await storeOf(db, options.store)
        refuseNoFile(file)
        const outbound = createOutbound({ allowPrivate: config.allowPrivateAddresses })
        const files = imageIntake(createImageStore(config.dataDir, world.now), outbound)
        const bar = progressBar('importing', await sizeOf(file), megabytes)
        const seconds = stopwatch()
        const format = formatOf(file, options.format)
        const onProgress = (bytes: number) => bar.to(bytes)
        try {
          const { key, imported, refused, wasBegun, wasFinished, finished_at } = await importProducts(
            { db, world, store, files },
            { path: file, format, restart: options.restart, onProgress },
          )
          bar.end()
          if (wasFinished)
            console.error(
              oneLine(
                `${file} was finished at ${finished_at} and is not read again${refused > 0 ? ': this is what was refused then' : ''} (--restart reads it again)`,
              ),
            )
          if (refused > 0) await tell(db, key, refused)
          if (options.report !== undefined) await report(db, key, options.report)
          const earlier = wasFinished ? { finished_at } : {}
          print(command, { store_id: store.id, imported, refused, resumed: wasBegun, ...earlier, seconds: seconds() })
          if (refused > 0) process.exitCode = 1
        } catch (error) {
          if (error instanceof HeaderError || error instanceof ImportTakenError) throw new CommandError(error.message)
          throw error
        } finally {
          bar.end()
        }
      }),
    )
}

/** More than anybody reads in a terminal. */
const shown = 100

async function tell(db: Queries, key: ImportKey, refused: number): Promise<void> {
  let told = 0
  for await (const { line, reason } of refusalsOf(db, key)) {
    if (told++ === shown) break
    console.error(`line ${line}: ${reason}`)
  }
  if (refused > shown) console.error(`and ${refused - shown} more: --report FILE lists them all`)
}

async function report(db: Queries, key: ImportKey, path: string): Promise<void> {
  const lines = async function* () {
    for await (const refusal of refusalsOf(db, key)) yield `${JSON.stringify(refusal)}\n`
  }
  const file = createWriteStream(path)
  try {
    await pipeline(Readable.from(lines()), file)
  } catch (error) {
    if (file.errored) throw new CommandError(`the report cannot be written: ${file.errored.message}`)
    throw error
  }
}
