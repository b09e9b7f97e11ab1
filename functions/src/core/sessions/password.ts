import common from 'fxa-common-password-list'
import type { PasswordSetRequest, PasswordToken } from '#domain/sessions/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  changePasswordUnit,
  countSignInAttemptUnit,
  resetFailuresUnit,
  setPasswordUnit,
  findTokenAccount,
} from '#domain/sessions/judge/index.ts'
import { buildAccountMailWrite, type QueuedMail } from '#domain/mail/judge.ts'
import type { RateLimit } from '#domain/limits/judge.ts'
import { withAudit } from '#domain/audit/index.ts'
import {
  generateJobId,
  ok,
  refuse,
  toInstant,
  MIN_PASSWORD_LENGTH,
  type Language,
  type Result,
  type UserId,
} from '#domain/kernel/index.ts'
import { keys, set, unitForKeys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { sha256Hex, toBase64Url } from '../http/digest.ts'
import type { Ports } from '../ports.ts'
import { findUserByLogin, normaliseLogin } from './accounts.ts'
import { hashToBucket } from '../limits/buckets.ts'
import { buildAddressRateLimits } from '../limits/by-address.ts'
import { readProofOfWork } from '../limits/proof-of-work.ts'
import { countPublicRequest, type PublicBucketLimit } from '../limits/public-pace.ts'
import { buildAttemptCounters } from './build-attempt.ts'
import { requireRecentConfirmation } from './factors/holder.ts'
import type { SignedInUser } from './guard.ts'
import { logSignInRefusal } from './note-access.ts'
import type { SignInOrigin } from './sign-in.ts'

/** Words that do not count towards a password's length, in addition to the user's names. */
const OWN_WORDS_OF_USER = ['relevo', 'formulario', 'inspector', 'supervisor', 'municipio', 'municipalidad']
/** Minimum length of a name to remove. Shorter names occur in half of all passwords. */
const MIN_NAME_LENGTH = 4
/** Minimum characters besides these words and names. */
const MIN_REST = 6

/** Checks the length in characters, not bytes. Refuses with password.too-short. */
function checkPasswordLength(password: string): Result<true> {
  return [...password].length < MIN_PASSWORD_LENGTH
    ? refuse('password.too-short', { min: MIN_PASSWORD_LENGTH })
    : ok(true)
}

/**
 * Checks a new password. Refuses with password.too-short, password.common (the 50,000 most used, by Mozilla) and
 * password.personal.
 */
export function checkPassword(
  password: string,
  { firstName, lastName, userMuniCore, email }: Pick<User, 'firstName' | 'lastName' | 'userMuniCore' | 'email'>,
): Result<true> {
  const length = checkPasswordLength(password)
  if (!length.ok) return length
  const plainText = password.toLowerCase()
  if (common.test(plainText)) return refuse('password.common')
  const names = `${firstName} ${lastName} ${userMuniCore} ${email}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const words = [...OWN_WORDS_OF_USER, ...names]
    .filter((word) => word.length >= MIN_NAME_LENGTH)
    .sort((a, b) => b.length - a.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plainText)
  const containsOwnName = rest !== plainText && [...rest].length < MIN_REST
  return containsOwnName ? refuse('password.personal') : ok(true)
}

const TOKEN_BYTES = 32

type PasswordSetReply = { readonly email: string }

/**
 * Creates the one-time token of a link that sets a password. Only its hash is stored.
 * @param lifetime milliseconds
 */
export async function issuePasswordToken(
  core: { readonly ports: Pick<Ports, 'store' | 'clock' | 'random'> },
  userId: UserId,
  lifetime: number,
): Promise<string> {
  const { store, clock, random } = core.ports
  const token = toBase64Url(random(TOKEN_BYTES))
  const key = keys.passwordToken(await sha256Hex(token))
  const epoch = (await store.get(keys.credentials(userId)))?.epoch ?? 0
  const now = clock()
  const document: PasswordToken = {
    kind: 'password',
    userId,
    issuedAt: toInstant(now),
    expiresAt: toInstant(now + lifetime),
    epoch,
  }
  await store.commit(unitForKeys([], () => ({ result: true, writes: [set(key, document)] })))
  return token
}

/** Id and language for an e-mail that an action causes; undefined when no e-mails are sent. */
export function buildQueuedMail({ ports }: Core, language: Language): QueuedMail | undefined {
  return ports.connectors?.mail === undefined ? undefined : { jobId: generateJobId(ports.random(16)), language }
}

/**
 * E-mails a password link to a user. The reply for unknown names is the same, so that it reveals no accounts. Refuses
 * with mail.not-configured and request.too-many. If the whole installation has many requests, requires a puzzle instead
 * of blocking everyone.
 */
export async function emailPasswordLink(
  core: Core,
  { email, language }: { readonly email: string; readonly language: Language },
  address: string | undefined,
  request: Request,
): Promise<Result<null>> {
  const { ports, tuning } = core
  const post = buildQueuedMail(core, language)
  if (post === undefined) return refuse('mail.not-configured')
  const login = normaliseLogin(email)
  const foundUser = await findUserByLogin(ports.store, login)
  // No link for deactivated users, and for users of a single sign-on provider, who have no password here.
  const user = foundUser?.providerId === 'password' && foundUser.deactivatedAt === undefined ? foundUser : undefined
  const ofName = { burst: tuning.forgottenBurst, interval: tuning.forgottenInterval }
  const ofAddress = { burst: tuning.forgottenBurstPerAddress, interval: tuning.forgottenIntervalPerAddress }
  const ofAll = { burst: tuning.forgottenBurstInTotal, interval: tuning.forgottenIntervalInTotal }
  const hard: readonly RateLimit[] = [
    { key: await hashToBucket('forgotten', login), ...ofName, cost: 1 },
    ...(await buildAddressRateLimits('forgotten-from', address, ofAddress)),
  ]
  const measures: readonly PublicBucketLimit[] = [
    ...hard.map((measure) => ({ ...measure, hard: true as const })),
    { key: await hashToBucket('forgotten-all', ''), ...ofAll, cost: 1 },
  ]
  const proven = address === undefined ? undefined : await readProofOfWork(core, address, request)
  const writes =
    user === undefined
      ? []
      : [buildAccountMailWrite(user, { letter: 'password.forgotten' }, post, toInstant(ports.clock()))]
  const result = await countPublicRequest(core, measures, { address, proven }, writes)
  ports.log.info('password.forgotten', { account: user?.id ?? '', taken: result.ok, from: address ?? '' })
  return result.ok ? ok(null) : result
}

/**
 * Sets a password with a one-time token and ends every session of the account. Refuses with session.token-invalid for
 * unknown, used, expired and outdated tokens. After password.too-short, password.common and password.personal the token
 * stays valid.
 * @returns the e-mail address to sign in with
 */
export async function setPasswordByToken(
  core: Core,
  sent: PasswordSetRequest,
  origin: SignInOrigin,
): Promise<Result<PasswordSetReply>> {
  return logSignInRefusal(core, { way: 'link', origin }, await setByLink(core, sent, origin))
}

async function setByLink(
  core: Core,
  { token, password, language }: PasswordSetRequest,
  { address, browser, system }: SignInOrigin,
): Promise<Result<PasswordSetReply>> {
  const { store, passwords, clock, log } = core.ports
  const length = checkPasswordLength(password)
  if (!length.ok) return length
  const key = keys.passwordToken(await sha256Hex(token))
  // Checked before hashing, because hashing is slow and anyone can call this route.
  const userId = findTokenAccount(await store.get(key), clock())
  const user = userId === undefined ? undefined : await store.get(keys.user(userId))
  if (userId === undefined || user === undefined) return refuse('session.token-invalid')
  const fit = checkPassword(password, user)
  if (!fit.ok) return fit
  const passwordHash = await passwords.hash(password)
  const unit = setPasswordUnit(key, userId, { passwordHash, post: buildQueuedMail(core, language) }, clock())
  const result = await store.commit(withAudit(unit, actOn(user, 'password.reset', address), toInstant(clock())))
  if (result.ok) log.info('password.reset', { account: userId, from: address ?? '', browser, system })
  return result.ok ? ok({ email: result.value.email }) : result
}

/**
 * Changes the user's own password. Guesses have the same limits as at sign-in. Refuses with password.elsewhere (no
 * password here), password.too-short, password.common, password.personal, password.same, password.wrong and
 * session.throttled; if the account has a second factor, also with session.confirm-required.
 */
export async function changeOwnPassword(
  core: Core,
  { live, user }: SignedInUser,
  { old, password, language }: { readonly old: string; readonly password: string; readonly language: Language },
  address: string | undefined,
): Promise<Result<null>> {
  const { store, passwords, clock } = core.ports
  if ((await store.get(keys.credentials(user.id))) === undefined) return refuse('password.elsewhere')
  const fit = checkPassword(password, user)
  if (!fit.ok) return fit
  // An account with a second factor must also have confirmed its identity.
  const proven =
    (await store.get(keys.factors(user.id))) === undefined ? ok(true) : requireRecentConfirmation(core, live)
  if (!proven.ok) return proven
  const attempt = await buildAttemptCounters(normaliseLogin(user.email), address)
  const result = await store.commit(countSignInAttemptUnit(attempt, core.tuning, clock()))
  if (!result.ok) return result
  const credentials = await store.get(keys.credentials(user.id))
  const isPasswordCorrect = await passwords.verify(old, credentials?.passwordHash)
  if (!isPasswordCorrect || credentials === undefined) return refuse('password.wrong')
  await store.commit(resetFailuresUnit(attempt))
  if (old === password) return refuse('password.same')
  const passwordHash = await passwords.hash(password)
  const now = clock()
  const change = { verified: credentials, passwordHash, post: buildQueuedMail(core, language) }
  const unit = changePasswordUnit(live.key, user, change, now)
  return store.commit(withAudit(unit, actOn(user, 'password.changed', address), toInstant(now)))
}

function actOn(user: User, action: 'password.changed' | 'password.reset', from: string | undefined) {
  return { action, target: keys.credentials(user.id), by: user, from, municipality: user.municipalityPath }
}
