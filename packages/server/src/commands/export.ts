import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Command } from 'commander'
import { addressOf } from '../config.ts'
import { exportProducts, type Format } from '../transfer/index.ts'
import { type ProgressBar, progressBar } from './bar.ts'
import { print, storeOf, withDatabase } from './context.ts'
import { formatOf, formatOption } from './import.ts'
import { id } from './parse.ts'
import { CommandError } from './report.ts'
import { refuseTaken } from './target.ts'

interface Options {
  store: number
  out?: string
  format?: Format
}

export function addExport(program: Command): void {
  program
    .command('export')
    .description('write data to a file')
    .command('products')
    .description('write all products of a store, as they are at this moment')
    .requiredOption('--store <id>', 'the store that they are of', id)
    .option('--out <file>', 'where to; without it to the standard output')
    .addOption(formatOption())
    .addHelpText(
      'after',
      '\nNDJSON unless the name ends in .csv. "import products" takes both. More in docs/import.md.',
    )
    .action((options: Options, command: Command) =>
      withDatabase(async ({ config, db }) => {
        const store = await storeOf(db, options.store)
        if (options.out !== undefined) refuseTaken(options.out)
        const format = formatOf(options.out, options.format)
        const from = performance.now()
        let bar: ProgressBar | undefined
        const onProgress = (done: number, total: number) => {
          bar ??= progressBar('exporting', total)
          bar.to(done)
        }
        const target = open(options.out)
        try {
          const products = await exportProducts({ db, store, url: addressOf(config), format, onProgress }, target.write)
          await target.finish()
          bar?.end()
          const seconds = Number(((performance.now() - from) / 1000).toFixed(1))
          // The standard output belongs to the products where they go there.
          if (options.out !== undefined) print(command, { store_id: store.id, products, file: options.out, seconds })
        } catch (error) {
          bar?.end()
          await target.abandon()
          if (!(error instanceof ReaderGoneError)) throw error
        }
      }),
    )
}

/** `| head -1` has seen enough, which is no fault. */
class ReaderGoneError extends Error {}

interface Out {
  write(text: string): Promise<void>
  finish(): Promise<void>
  abandon(): Promise<void>
}

/** A file takes its name when it is whole, so that half a file is never taken for one. */
function open(path: string | undefined): Out {
  const draft = `${path}.part`
  const stream = path === undefined ? process.stdout : createWriteStream(draft)
  let failure: Error | undefined
  stream.on('error', error => {
    failure = error
  })
  const refuse = () => {
    // What else is wrong with the standard output is told for every command in one place.
    if (path === undefined && failure) throw new ReaderGoneError()
    if (failure) throw new CommandError(`it cannot be written: ${failure.message}`)
  }
  return {
    async write(text) {
      refuse()
      await new Promise<unknown>(resolve => stream.write(text, resolve))
      refuse()
    },
    async finish() {
      if (path === undefined) return
      stream.end()
      await once(stream, 'close').catch(() => {})
      refuse()
      await rename(draft, path)
    },
    async abandon() {
      if (path === undefined) return
      stream.destroy()
      await rm(draft, { force: true })
    },
  }
}
