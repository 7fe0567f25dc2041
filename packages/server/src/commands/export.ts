import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Command } from 'commander'
import { addressOf } from '../config.ts'
import { drafting } from '../platform/draft.ts'
import { exportProducts, type Format } from '../transfer/index.ts'
import { print, storeOf, withDatabase } from './context.ts'
import { formatOf, formatOption } from './import.ts'
import { id } from './parse.ts'
import { type ProgressBar, progressBar } from './progress.ts'
import { CommandError } from './report.ts'
import { stopwatch } from './stopwatch.ts'
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
        const seconds = stopwatch()
        let bar: ProgressBar | undefined
        const onProgress = (done: number, total: number) => {
          bar ??= progressBar('exporting', total)
          bar.to(done)
        }
        try {
          const products = await writing(options.out, write =>
            exportProducts({ db, store, url: addressOf(config), format, onProgress }, write),
          )
          bar?.end()
          // The standard output belongs to the products where they go there.
          if (options.out !== undefined)
            print(command, { store_id: store.id, products, file: options.out, seconds: seconds() })
        } catch (error) {
          bar?.end()
          if (!(error instanceof ReaderGoneError)) throw error
        }
      }),
    )
}

/** `| head -1` has seen enough, which is no fault. */
class ReaderGoneError extends Error {}

type Write = (text: string) => Promise<void>

/** To the standard output, or into a file, which takes its name when it is whole: half a file is never taken for one. */
async function writing<T>(path: string | undefined, work: (write: Write) => Promise<T>): Promise<T> {
  // What else is wrong with the standard output is told for every command in one place.
  if (path === undefined) return work(writerOf(process.stdout, () => new ReaderGoneError()))
  return drafting(path, async draft => {
    const file = createWriteStream(draft)
    const unwritable = ({ message }: Error) => new CommandError(`${path} cannot be written: ${message}`)
    try {
      const result = await work(writerOf(file, unwritable))
      file.end()
      await finished(file).catch(error => {
        throw unwritable(error)
      })
      await rename(draft, path)
      return result
    } finally {
      file.destroy()
    }
  })
}

/** Writes a piece after the other; the first that cannot be written ends it. */
function writerOf(stream: Writable, fault: (error: Error) => Error): Write {
  let failure: Error | undefined
  stream.on('error', error => {
    failure = error
  })
  const refuse = () => {
    if (failure) throw fault(failure)
  }
  return async text => {
    refuse()
    await new Promise<unknown>(resolve => stream.write(text, resolve))
    refuse()
  }
}
