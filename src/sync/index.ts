export { asker, watchfulAsker } from './ask.ts'
export { APP_VERSION } from './app-version.ts'
export {
  browserDeps,
  browserLiveHost,
  browserTriggerHost,
  sha256Of,
  type BrowserLike,
  type PageLike,
  type SyncRegistration,
} from './browser.ts'
export { createLimiter } from './concurrency.ts'
export type { Fetch, LockHost, SyncDeps } from './deps.ts'
export {
  adoptSession,
  checkSession,
  choosePassword,
  finishSignOut,
  finishSso,
  forgotPassword,
  leaveEnded,
  signIn,
  signOut,
  ssoLabel,
  startSso,
  unsentWork,
  type Credentials,
  type IdentityDeps,
  type SessionState,
  askAs,
} from './identity.ts'
export { startLive, type LiveHost } from './live.ts'
export { solvingProofs } from './proofs.ts'
export { runSync, type RunOptions, type SyncOutcome } from './run-sync.ts'
export type { Stop } from './sync-run.ts'
export { createSingleFlight, type SingleFlight } from './single-flight.ts'
export { createTransport, readAs, refusalOf, type Transport } from './transport.ts'
export {
  BACKGROUND_SYNC_TAG,
  startSyncTriggers,
  type SyncTriggers,
  type TriggerHost,
  type TriggerOptions,
} from './triggers.ts'
