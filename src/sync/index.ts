export { createSender, createObservedSender } from './ask.ts'
export {
  APP_VERSION,
  createSyncDeps,
  createLiveHost,
  createTriggerHost,
  hashSha256,
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
  finishSsoSignIn,
  requestPasswordEmail,
  leaveEndedSession,
  signInAccount,
  signOutAccount,
  readSsoLabel,
  openSsoSignIn,
  countUnsentWork,
  type SignInCredentials,
  type IdentityDeps,
  type SessionCheck,
  createAccountSender,
} from './identity.ts'
export { startLiveChannel, type LiveHost } from './live.ts'
export { withProofOfWork } from './proofs.ts'
export { runSync, type SyncRunOptions, type SyncOutcome } from './run-sync.ts'
export type { StopReason } from './sync-run.ts'
export { createSingleFlight, type SingleFlight } from './single-flight.ts'
export { createTransport, createReplyParser, parseRefusal, type Transport } from './transport.ts'
export {
  BACKGROUND_SYNC_TAG,
  startSyncTriggers,
  type SyncTriggers,
  type TriggerHost,
  type TriggerOptions,
} from './triggers.ts'
