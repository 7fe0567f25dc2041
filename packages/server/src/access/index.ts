/** Who may do what: bearer token to caller, scope and store checks, the rate limit, and the secrets themselves. */
export { authorize, type Gate } from './authorize.ts'
export { type Call, languagesOf, operatorCall, type StoreContext, type Write } from './call.ts'
export { createCallers } from './callers.ts'
export { checks } from './checks.ts'
export { createLimiter } from './limiter.ts'
export { encrypt, newSecret } from './secrets.ts'
export { issueToken } from './tokens.ts'
