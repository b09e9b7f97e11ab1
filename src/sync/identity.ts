import { toProblem, type RequestSender } from '#domain/endpoints/index.ts'
import {
  finishSso as finishSsoAt,
  leaveSso,
  readSession,
  readSso,
  startSso as startSsoAt,
  forgotPassword as forgotPasswordAt,
  setPassword,
  signIn as signInAt,
  signOut as signOutAt,
} from '#domain/sessions/index.ts'
import {
  ok,
  PUBLIC_AUTHOR,
  unreachable,
  type Author,
  type Language,
  type Problem,
  type Result,
} from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import {
  readCurrentAccount,
  forgetCitizens,
  listKnownAccounts,
  listDrafts,
  readOutboxSummary,
  readStoredProfile,
  removeReceivedData,
  setCurrentAccount,
  setDeviceShared,
  readDeviceSharing,
  setSignOutPending,
  readSignOutPending,
  catchStorageFailure,
  writeMeta,
  type Device,
  type Local,
} from '#local/index.ts'
import type { Fetch } from './deps.ts'
import { createSender } from './ask.ts'
import { withProofOfWork } from './proofs.ts'
import { createTransport } from './transport.ts'

export type IdentityDeps = {
  readonly device: Device
  readonly fetch: Fetch
  readonly clock: () => number
  readonly timeout: (milliseconds: number) => AbortSignal
  /** opens the account's database; this module never closes it */
  readonly open: (account: Author) => Local
}

export type SignInCredentials = {
  readonly email: string
  readonly password: string
  /** whether other people also use this device; undefined: keep the earlier setting */
  readonly shared?: boolean | undefined
}

/**
 * Signs in on the server and makes the account the device's current one; a paused outbox may send again. Deletes
 * received data of other accounts (`leaveNothingReceived`). Refuses with the server's codes (session.bad-credentials,
 * session.throttled, municipality.blocked…), network.unreachable, or device.storage-… when the sign-in cannot be
 * stored.
 */
export async function signInAccount(
  deps: IdentityDeps,
  { shared, ...credentials }: SignInCredentials,
): Promise<Result<Profile>> {
  const outcome = await createAccountSender(deps, undefined)(signInAt, { body: credentials })
  return outcome.kind === 'ok'
    ? rememberAccount(deps, outcome.value, shared)
    : { ok: false, problem: toProblem(outcome) }
}

/**
 * Uses the session of another window of this browser that has signed in, and stores the account like `signInAccount`.
 */
export async function adoptSession(deps: IdentityDeps, shared?: boolean): Promise<Result<Profile>> {
  const outcome = await createAccountSender(deps, undefined)(readSession, {})
  return outcome.kind === 'ok'
    ? rememberAccount(deps, outcome.value, shared)
    : { ok: false, problem: toProblem(outcome) }
}

/** Returns the name of the single sign-on provider; null when there is none or the server does not answer. */
export async function readSsoLabel(deps: IdentityDeps): Promise<string | null> {
  const outcome = await createAccountSender(deps, undefined)(readSso, {})
  return outcome.kind === 'ok' ? outcome.value.label : null
}

/**
 * Returns the provider's sign-in URL, and the state that the provider must send back. Refuses with session.sso-failed,
 * network.unreachable…
 */
export async function openSsoSignIn(
  deps: IdentityDeps,
  { again = false, changePassword = false }: { readonly again?: boolean; readonly changePassword?: boolean },
): Promise<Result<{ readonly address: string; readonly state: string }>> {
  const outcome = await createAccountSender(deps, undefined)(startSsoAt, { body: { again, changePassword } })
  return outcome.kind === 'ok' ? ok(outcome.value) : { ok: false, problem: toProblem(outcome) }
}

/**
 * Completes single sign-on; `adoptSession` then stores the account. Refuses with session.sso-failed,
 * session.second-step, session.no-user-record…
 */
export async function finishSsoSignIn(deps: IdentityDeps, query: string): Promise<Result<null>> {
  const outcome = await createAccountSender(deps, undefined)(finishSsoAt, { body: { query } })
  return outcome.kind === 'ok' ? ok(null) : { ok: false, problem: toProblem(outcome) }
}

/** Makes the signed-in account the device's current one. */
function rememberAccount(deps: IdentityDeps, profile: Profile, shared: boolean | undefined): Promise<Result<Profile>> {
  return catchStorageFailure(async () => {
    const local = deps.open(profile.id)
    await writeMeta(local, 'profile', profile)
    await writeMeta(local, 'signInNeeded', undefined)
    await writeMeta(local, 'sessionEnded', undefined)
    await writeMeta(local, 'accountProblem', undefined)
    await setCurrentAccount(deps.device, profile.id)
    await setSignOutPending(deps.device, undefined)
    // Set after the current account, because another tab may be finishing a sign-out of the same account.
    await writeMeta(local, 'removed', undefined)
    await writeMeta(local, 'citizensGone', undefined)
    if (shared !== undefined) await setDeviceShared(deps.device, shared)
    for (const other of await listKnownAccounts(deps.device)) await leaveNothingReceived(deps, other)
    return profile
  })
}

/**
 * Sets a password with a one-time link and returns the account's email. Refuses with session.token-invalid,
 * password.too-short, network.unreachable or server.*
 */
export async function choosePassword(
  deps: IdentityDeps,
  body: { readonly token: string; readonly password: string; readonly language: Language },
): Promise<Result<{ readonly email: string }>> {
  const outcome = await createAccountSender(deps, undefined)(setPassword, { body })
  return outcome.kind === 'ok' ? ok(outcome.value) : { ok: false, problem: toProblem(outcome) }
}

/**
 * Requests an email with a link for a new password. Solves the proof of work that the server requires after many
 * requests. Refuses with mail.not-configured, request.too-many, network.unreachable or server.*
 */
export async function requestPasswordEmail(
  deps: IdentityDeps,
  email: string,
  language: Language,
): Promise<Result<null>> {
  const fetch = withProofOfWork(deps.fetch, (data) => crypto.subtle.digest('SHA-256', data))
  const outcome = await createAccountSender({ ...deps, fetch }, undefined)(forgotPasswordAt, {
    body: { email, language },
  })
  return outcome.kind === 'ok' ? ok(null) : { ok: false, problem: toProblem(outcome) }
}

/** Signs the account out on this device, because its session on the server has ended. Unsent work stays. */
export async function leaveEndedSession(deps: IdentityDeps): Promise<void> {
  const account = await readCurrentAccount(deps.device)
  await setCurrentAccount(deps.device, undefined)
  if (account !== undefined) await leaveNothingReceived(deps, account)
}

export type SessionCheck =
  | { readonly kind: 'good'; readonly profile: Profile }
  /** session expired, or of another account: ask for the password; unsent work stays */
  | { readonly kind: 'over'; readonly problem: Problem }
  /** signed in, but the server refuses this account (blocked, or without areas) */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** no reliable reply: continue with stored data */
  | { readonly kind: 'unknown' }

/** Checks the session on the server, and stores the result for the outbox and the screens. */
export async function checkSession(deps: IdentityDeps, local: Local): Promise<SessionCheck> {
  const outcome = await createAccountSender(deps, local.account)(readSession, {})
  switch (outcome.kind) {
    case 'ok':
      await writeMeta(local, 'profile', outcome.value)
      await writeMeta(local, 'signInNeeded', undefined)
      await writeMeta(local, 'accountProblem', undefined)
      return { kind: 'good', profile: outcome.value }
    case 'sign-in':
      await writeMeta(local, 'signInNeeded', true)
      if (outcome.problem.code === 'session.ended') await writeMeta(local, 'sessionEnded', true)
      return { kind: 'over', problem: outcome.problem }
    case 'refused':
      await writeMeta(local, 'accountProblem', outcome.problem)
      return { kind: 'refused', problem: outcome.problem }
    case 'retry':
    case 'wait':
      return { kind: 'unknown' }
    default:
      return unreachable(outcome)
  }
}

/** Counts the work that an account would leave on this device; shown before it signs out. */
export async function countUnsentWork(
  local: Local,
): Promise<{ readonly entries: number; readonly quarantined: number; readonly drafts: number }> {
  const [summary, drafts] = await Promise.all([readOutboxSummary(local), listDrafts(local)])
  const { waiting, sending, quarantined } = summary
  return { entries: waiting + sending, quarantined, drafts: drafts.length }
}

/**
 * Signs out on this device at once; unsent work stays in the account's database until the account signs in again.
 * Deletes received data (`leaveNothingReceived`). Without a network, `finishSignOut` ends the server's session later.
 * @returns the sign-on provider's sign-out URL; null when not needed, or when the server does not answer
 */
export async function signOutAccount(deps: IdentityDeps): Promise<string | null> {
  const account = await readCurrentAccount(deps.device)
  if (account !== undefined) await setSignOutPending(deps.device, account)
  await setCurrentAccount(deps.device, undefined)
  // Requested now, because the server answers this only while the session exists.
  const signOutReply = account === undefined ? undefined : await createAccountSender(deps, account)(leaveSso, {})
  await finishSignOut(deps)
  return signOutReply?.kind === 'ok' ? signOutReply.value.address : null
}

/**
 * Completes a sign-out: deletes received data from this device and ends the session on the server. Both are tried again
 * at the next call if they fail. Sends the account's id, so that a different account that signed in since, perhaps in
 * another tab, keeps its session.
 */
export async function finishSignOut(deps: IdentityDeps): Promise<void> {
  const account = await readSignOutPending(deps.device)
  if (account === undefined) return
  const isClean = await leaveNothingReceived(deps, account)
  const outcome = await createAccountSender(deps, account)(signOutAt, {})
  if (isClean && (outcome.kind === 'ok' || outcome.kind === 'sign-in')) await setSignOutPending(deps.device, undefined)
}

/**
 * Deletes received data of an account that is not signed in here. On any device, deletes citizens that it looked up. On
 * a shared device, also deletes copies of server data, unless the account's municipality keeps them.
 * @returns false when storage refused; the next sign-out, sign-in or start tries again
 */
async function leaveNothingReceived({ device, open }: IdentityDeps, account: Author): Promise<boolean> {
  if (account === PUBLIC_AUTHOR || account === (await readCurrentAccount(device))) return true
  const result = await catchStorageFailure(async () => {
    const local = open(account)
    await forgetCitizens(local)
    if ((await readDeviceSharing(device)) === 'no') return
    const profile = await readStoredProfile(local)
    if (profile?.municipality.keepsReceived !== true) await removeReceivedData(local)
  })
  return result.ok
}

/** @param account undefined: sends no account id, so that the request works with any session or without one */
export function createAccountSender(deps: IdentityDeps, account: Author | undefined): RequestSender {
  return createSender(createTransport({ ...deps, account }))
}
