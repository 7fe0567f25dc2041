import { type FileHandle, open } from 'node:fs/promises'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** What an operation on a file gives, or nothing where the file is not there. */
export async function ifThere<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export interface OpenFile {
  handle: FileHandle
  size: number
}

export async function openFile(path: string): Promise<OpenFile | undefined> {
  const handle = await ifThere(open(path, 'r'))
  return handle && { handle, size: (await handle.stat()).size }
}
