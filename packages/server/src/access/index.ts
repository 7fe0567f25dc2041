/** Who may do what: bearer token to caller, scope and store checks, the rate limit, and the secrets themselves. */
export { accountActor, appActor, appActorIn, appOf, isAccount, tokenActor } from './actors.ts'
export { authorize, confirm, type Gate, requireScope } from './authorize.ts'
export { type Limits, retryAfter } from './bucket.ts'
export { type Call, callAt, operatorCall, timeOf, type Write } from './call.ts'
export { type Caller, createCallers, outlived, trustedFor } from './callers.ts'
export { accessChecks } from './checks.ts'
export { createLimiter, drainedAt, sweepBuckets } from './limiter.ts'
export {
  decrypt,
  encrypt,
  hashSecret,
  isSameSecret,
  keyMark,
  newSecret,
  ownerOf,
  UnreadableSecretError,
} from './secrets.ts'
export { type StoreContext, StoreRow, storeColumns, storeOf } from './store.ts'
export { everyone, isSuspended, resumeActor, suspendActor, suspendedIn } from './suspensions.ts'
export {
  adminTokens,
  appsWithToken,
  holding,
  holdToken,
  issueAdminToken,
  issueToken,
  markUsed,
  revokeAdminToken,
  revokeTokenOfCode,
  type Use,
} from './tokens.ts'
