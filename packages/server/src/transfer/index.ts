/** The catalogue in files: bringing products in from NDJSON and CSV, and writing them out, as many as there may be. */
export { HeaderError } from './columns.ts'
export { exportProducts } from './export.ts'
export { type Format, importProducts, sizeOf } from './import.ts'
export { type ImportKey, ImportTakenError, refusalsOf } from './journal.ts'
