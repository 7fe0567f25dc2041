/**
 * What happened. `emit` writes it down with the change itself; a moment later it is moved into the journal, numbered.
 * Whoever wants to hear of it reads the rows; nobody is called.
 */
export { eventChecks } from './checks.ts'
export { type AnyEvent, emit, emitting } from './emit.ts'
export { eventHandlers } from './handlers.ts'
export {
  type Entry,
  entering,
  listLatest,
  type Untold,
  untold,
} from './journal.ts'
export { notificationOf } from './notification.ts'
export { forgetEntries, oldestKept } from './retention.ts'
