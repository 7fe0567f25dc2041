/** Applications of partners: who they are, what they may ask for, their secret, and how they come to a token. */
export { type App, clientSecretOf, createApp, findApp, moveApp } from './apps.ts'
export {
  type AuthorizationRequest,
  accept,
  decline,
  eligible,
  examine,
  isAgreed,
} from './authorize.ts'
export { appChecks } from './checks.ts'
export { appOfCode, sweepCodes } from './codes.ts'
export { forgetDepartures, listDepartures } from './departures.ts'
export {
  installWithToken,
  isInstalled,
  listAvailable,
  listInstalled,
  privacyAddresses,
  secretIn,
  uninstall,
} from './installations.ts'
export { adviceOn, fitOf, forgetKey, holdToKey, OtherKeyError, refuseOtherKey, renewSecrets } from './key.ts'
export { changeApp, getApp, listApps, listInstallations, lockApp, rotateSecret } from './partner-apps.ts'
export { sessionToken } from './session-token.ts'
export { serveTokenEndpoint } from './token-endpoint.ts'
