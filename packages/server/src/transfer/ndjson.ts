import { parseJson } from '../platform/http/body.ts'
import { attempt, checked, type Entry, notUtf8, textOf } from './entries.ts'
import { type Mark, recordsOf } from './records.ts'

/** One product per line; empty lines are passed over. */
export async function* readNdjson(chunks: AsyncIterable<Buffer>, from: Mark): AsyncGenerator<Entry> {
  for await (const { line, bytes, problem, end } of recordsOf(chunks, from)) {
    if (!bytes) yield { line, product: undefined, problem, end, bytes: 0 }
    else {
      const text = textOf(bytes)
      if (text?.trim() === '') continue
      const read = text === undefined ? { value: undefined, problem: notUtf8 } : attempt(() => checked(parseJson(text)))
      yield { line, product: read.value, problem: read.problem, end, bytes: bytes.length }
    }
  }
}
