/** People who sign in: owners and staff of stores, and partners. */
import type { Db } from '../platform/database/database.ts'
import { sweepInvitations } from './invitations.ts'
import { sweepSessions } from './sessions.ts'
import { sweepResets } from './sign-in.ts'
import { sweepAttempts } from './throttle.ts'

export {
  becomePartner,
  type Credentials,
  ensureAccount,
  findByEmail,
  findPartner,
  isEmail,
  renameAccount,
} from './accounts.ts'
export { accountChecks } from './checks.ts'
export {
  acceptInvitation,
  countInvitation,
  findInvitation,
  invite,
  listInvitations,
  withdrawInvitation,
} from './invitations.ts'
export { addMark, readMarks } from './marks.ts'
export {
  addMember,
  callerOf,
  changeRole,
  holdOwners,
  listMembers,
  ownersOnly,
  removeMember,
  roleIn,
  storesOf,
} from './members.ts'
export { hashPassword, isPassword, newPassword } from './passwords.ts'
export {
  csrfTokenOf,
  endSession,
  endSessions,
  findSession,
  isCsrfToken,
  listSessions,
  type SignedIn,
} from './sessions.ts'
export {
  beginReset,
  changePassword,
  countReset,
  enter,
  replacePassword,
  resetPassword,
  signIn,
  signUp,
  type Visit,
} from './sign-in.ts'

/** What has ended goes. */
export async function sweepAccounts(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  for (const sweep of [sweepSessions, sweepResets, sweepInvitations, sweepAttempts]) await sweep(db, now, signal)
}
