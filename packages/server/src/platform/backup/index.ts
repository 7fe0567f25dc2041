/** The whole database and the images in one file, made while the server runs, and brought back. */
export { backup } from './backup.ts'
export { BackupError } from './error.ts'
export { inspect } from './format.ts'
export { restore } from './restore.ts'
