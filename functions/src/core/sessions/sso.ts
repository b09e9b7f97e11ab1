import { SSO_PROVIDER, type LinkedIdentity, type UserRequest } from '#domain/sessions/index.ts'
import type { User } from '#domain/users/index.ts'
import { addToBucket, refuseTooManyRequests, computeRateLimitWait } from '#domain/limits/judge.ts'
import { findRequiredSecondStep } from '#domain/sessions/judge/index.ts'
import { ok, refuse, toInstant, toMilliseconds, type Result } from '#domain/kernel/index.ts'
import { type FoundDocuments, type Key, keys, remove, set, unitForKeys } from '#domain/store/index.ts'
import { parseRemoteConfig } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { sha256Hex, toBase64Url } from '../http/digest.ts'
import type { SsoIdentity } from '../ports.ts'
import { findUserByLogin } from './accounts.ts'
import { buildAddressRateLimits } from '../limits/by-address.ts'
import { openSecondStep } from './factors/open-step.ts'
import { logSignInRefusal } from './note-access.ts'
import { loadProfile } from './profile.ts'
import { type SignInOrigin, type SignInResult, startSession } from './sign-in.ts'

const SECRET_BYTES = 32
/** Maximum age of an authentication at the provider that counts as just done, in milliseconds. */
const MAX_FLOW_AGE_MS = 10 * 60 * 1000

/**
 * Starts a sign-in at the provider. Refuses with connector.not-configured, session.sso-failed and request.too-many.
 * @param browser secret in the browser's cookie
 */
export async function beginSso(
  core: Core,
  input: { readonly again: boolean; readonly changePassword: boolean },
  address: string | undefined,
  browser: string,
): Promise<Result<{ readonly address: string; readonly state: string }>> {
  const { ports, tuning } = core
  const identity = ports.connectors?.identity
  if (identity === undefined) return refuse('connector.not-configured')
  const [state, nonce, verifier] = [1, 2, 3].map(() => toBase64Url(ports.random(SECRET_BYTES))) as [
    string,
    string,
    string,
  ]
  const now = ports.clock()
  const limits = await buildAddressRateLimits('sso', address, { burst: tuning.ssoBurst, interval: tuning.ssoInterval })
  const [key, cookie] = [keys.ssoStart(await sha256Hex(state)), await sha256Hex(browser)]
  const started = await ports.store.commit(
    unitForKeys<Result<true>>(
      limits.map((limit) => limit.key),
      (documents) => {
        const wait = Math.max(0, ...limits.map((limit) => computeRateLimitWait(limit, documents.get(limit.key), now)))
        if (wait > 0) return { result: refuseTooManyRequests(wait), writes: [] }
        const expiresAt = toInstant(now + tuning.ssoPatience)
        const pending = { kind: 'sso', nonce, verifier, browser: cookie, again: input.again, expiresAt } as const
        return {
          result: ok(true),
          writes: [set(key, pending), ...limits.map((limit) => addToBucket(limit, documents.get(limit.key), now))],
        }
      },
    ),
  )
  if (!started.ok) return started
  const result = await identity.begin({ state, nonce, verifier }, input)
  return result.ok ? ok({ address: result.value, state }) : result
}

/**
 * Signs in the user that the provider identifies, once per start and in the same browser. A user with a password here
 * also needs their second step. Refuses with connector.not-configured and session.sso-failed, with
 * session.no-user-record (stores an account request), and with the account's problem.
 */
export async function completeSso(
  core: Core,
  query: string,
  origin: SignInOrigin,
  browser: string | undefined,
): Promise<Result<SignInResult>> {
  let account: User | undefined
  const finished = await finishSsoFlow(core, { query, origin, browser }, (user) => (account = user))
  return logSignInRefusal(core, { way: 'provider', user: account, origin }, finished)
}

/** @param meant called with the identified user */
async function finishSsoFlow(
  core: Core,
  {
    query,
    origin,
    browser,
  }: { readonly query: string; readonly origin: SignInOrigin; readonly browser: string | undefined },
  meant: (user: User) => void,
): Promise<Result<SignInResult>> {
  const { store, clock, connectors } = core.ports
  const identity = connectors?.identity
  if (identity === undefined) return refuse('connector.not-configured')
  const state = new URLSearchParams(query).get('state') ?? ''
  const key = keys.ssoStart(await sha256Hex(state))
  const pending = await store.commit(
    unitForKeys([key], (documents) => {
      const stored = documents.get(key)
      return { result: stored, writes: stored === undefined ? [] : [remove(key)] }
    }),
  )
  if (pending?.kind !== 'sso' || clock() >= toMilliseconds(pending.expiresAt)) return refuse('session.sso-failed')
  // Refuses a URL that another browser started, so that no one is signed in by following it.
  if (browser === undefined || (await sha256Hex(browser)) !== pending.browser) return refuse('session.sso-failed')
  const vouched = await identity.finish(query, { state, nonce: pending.nonce, verifier: pending.verifier })
  if (!vouched.ok) return vouched
  const knownUser = await findLinkedUser(core, vouched.value)
  if (knownUser === undefined) return refuse('session.no-user-record')
  const { user } = knownUser
  meant(user)
  const config = parseRemoteConfig(await store.get(keys.remoteConfig))
  const profile = await loadProfile(store, user, config)
  if (!profile.ok) return profile
  const credentials = await store.get(keys.credentials(user.id))
  const { idToken } = vouched.value
  const step =
    credentials &&
    (await openSecondStep(core, user, credentials, { vouched: { idToken, identity: knownUser.identity } }))
  if (step !== undefined) return ok({ kind: 'step', ...step })
  // Signing in counts as confirming identity only if the provider asked for the password again.
  const isProven = pending.again && isFresh(vouched.value.authenticatedAt, clock())
  const id = await startSession(core, user, credentials ?? {}, { origin, idToken, isProven })
  return id.ok ? ok({ kind: 'session', id: id.value, profile: profile.value }) : id
}

/** True when the provider authenticated the user recently, or does not say when; it was asked to authenticate again. */
function isFresh(authenticatedAt: number | undefined, now: number): boolean {
  return authenticatedAt === undefined || now - authenticatedAt < MAX_FLOW_AGE_MS
}

type LinkedUser = {
  readonly user: User
  /** SHA-256 of the identity */
  readonly identity: string
}

/**
 * The user of this identity: the linked user, else the user with the same verified e-mail address, else the user with
 * the same username and no password here. Does not link a user who has another identity. Links the user now, or at the
 * end of a second step. If no user can be linked, stores a request for an administrator, because the provider's
 * username alone must not link an account with a password.
 */
async function findLinkedUser({ ports }: Core, identity: SsoIdentity): Promise<LinkedUser | undefined> {
  const { store, clock } = ports
  const hash = await sha256Hex(`${identity.issuer}\n${identity.subject}`)
  const key = keys.identity(hash)
  const linked = await store.get(key)
  if (linked !== undefined) {
    const user = await store.get(keys.user(linked.userId))
    return user && { user, identity: hash }
  }
  const candidate = await findLinkCandidate(store, identity)
  const others =
    candidate === undefined
      ? []
      : await store.query({ collection: 'identidades', where: { userId: candidate.user.id }, limit: 1 })
  const request = keys.userRequest(hash)
  const now = toInstant(clock())
  const { email = '', username = '', name } = identity
  return store.commit(
    unitForKeys<LinkedUser | undefined>(
      [
        key,
        request,
        ...(candidate === undefined ? [] : [keys.user(candidate.user.id), ...listStepKeysOfUser(candidate.user)]),
      ],
      (documents) => {
        const user = candidate === undefined ? undefined : documents.get(keys.user(candidate.user.id))
        const isFree = user !== undefined && others.length === 0 && documents.get(key) === undefined
        const hasPassword = user !== undefined && documents.get(keys.credentials(user.id)) !== undefined
        if (isFree && (candidate?.by === 'address' || !hasPassword)) {
          if (findSecondStepOf(documents, user) !== undefined) return { result: { user, identity: hash }, writes: [] }
          const link: LinkedIdentity = { userId: user.id, linkedAt: now }
          // From now on the user signs in at the provider, and can no longer get a password by e-mail.
          const writes = hasPassword ? [] : [set(keys.user(user.id), { ...user, providerId: SSO_PROVIDER })]
          return {
            result: { user, identity: hash },
            writes: [set(key, link), ...writes, ...(documents.get(request) === undefined ? [] : [remove(request)])],
          }
        }
        const state = documents.get(request)?.state ?? 'open'
        const account = isFree ? { account: user.id } : {}
        const wanted: UserRequest = { id: hash, email, username, name, at: now, ...account, state }
        return { result: undefined, writes: [set(request, wanted)] }
      },
    ),
  )
}

function listStepKeysOfUser({ id }: User): readonly Key[] {
  return [keys.credentials(id), keys.factors(id), keys.factorRule]
}

/** The second step that the user needs after signing in at the provider; undefined for none. */
function findSecondStepOf(documents: FoundDocuments, user: User) {
  if (documents.get(keys.credentials(user.id)) === undefined) return undefined
  return findRequiredSecondStep(documents.get(keys.factors(user.id)), documents.get(keys.factorRule), user)
}

async function findLinkCandidate(
  store: Core['ports']['store'],
  { email, username }: SsoIdentity,
): Promise<{ readonly user: User; readonly by: 'address' | 'username' } | undefined> {
  const byEmail = email === undefined ? undefined : await findUserByLogin(store, email)
  if (byEmail !== undefined) return { user: byEmail, by: 'address' }
  if (username === undefined || username === '') return undefined
  const found = await store.query({ collection: 'usuarios', where: { lowercase_username: username }, limit: 2 })
  return found.length === 1 && found[0] !== undefined ? { user: found[0].document, by: 'username' } : undefined
}
