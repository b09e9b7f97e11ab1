import type { BodyOf, ReplyOf } from '#domain/endpoints/index.ts'
import type {
  addFactor as addFactorAt,
  beginFactor as beginFactorAt,
  AuthenticatorSetup,
  SecondFactor,
} from '#domain/sessions/index.ts'
import { setFactorRuleUnit } from '#domain/users/judge/index.ts'
import {
  isFactorRequired,
  addFactorUnit,
  isTokenCurrent,
  removeFactorUnit,
  renewRecoveryCodesUnit,
} from '#domain/sessions/judge/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { ok, refuse, toInstant, generateJobId, type Language, type Result } from '#domain/kernel/index.ts'
import { keys, set, unitForKeys, type Key } from '#domain/store/index.ts'
import type { Core } from '../../context.ts'
import { sha256Hex } from '../../http/digest.ts'
import { NO_STORE_HEADERS } from '../../http/security-headers.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { parseBrowser } from '../../http/user-agent.ts'
import {
  buildAuthenticatorUri,
  createAuthenticatorSecret,
  findTotpStep,
  pickPasskeys,
  createRecoveryCodes,
} from '../factors/proofs.ts'
import { findFactorRequester, isSessionRecentlyConfirmed, type FactorRequester } from '../factors/holder.ts'
import {
  createAssertionOptions,
  parsePasskeySite,
  verifyRegistration,
  createRegistrationOptions,
} from '../factors/passkeys.ts'
import { confirmIdentity, completeSecondStep, buildFactorAuditAction } from '../factors/show-factor.ts'
import type { SessionGuard, SignedInUser } from '../guard.ts'
import { buildQueuedMail } from '../password.ts'
import { startSession, type SignInOrigin } from '../sign-in.ts'
import { buildSessionCookie } from './session.ts'

const ID_BYTES = 16
const NO_CODES = { codes: [], hashes: [] }

/**
 * Begins adding a factor. The first factor comes with recovery codes, so that the user has them before the factor is
 * required. Refuses with session.confirm-required, password.elsewhere, session.step-over (a factor must be shown) and
 * factor.passkey-failed.
 */
async function startFactorSetup(
  core: Core,
  holder: FactorRequester,
  kind: BodyOf<typeof beginFactorAt>['kind'],
  request: Request,
): Promise<Result<ReplyOf<typeof beginFactorAt>>> {
  const may = await checkMayChangeFactors(core, holder)
  if (!may.ok) return may
  const { store, random, clock } = core.ports
  const { user } = holder
  const factors = await store.get(keys.factors(user.id))
  const createCodes = async () => (factors === undefined ? createRecoveryCodes(core.ports) : NO_CODES)
  if (kind === 'passkey') {
    const site = parsePasskeySite(request)
    if (site === undefined) return refuse('factor.passkey-failed')
    const { codes, hashes } = await createCodes()
    const options = await createRegistrationOptions(core, holder, site, {
      known: pickPasskeys(factors),
      recovery: hashes,
    })
    return ok({ kind, options, recovery: [...codes] })
  }
  const { codes, hashes } = await createCodes()
  const secret = createAuthenticatorSecret(random)
  const now = clock()
  const start: AuthenticatorSetup = {
    kind: 'app',
    userId: user.id,
    secret,
    holder: holder.holder,
    recovery: hashes,
    issuedAt: toInstant(now),
    expiresAt: toInstant(now + core.tuning.stepPatience),
  }
  const key = await buildSetupKey(user.id)
  await store.commit(unitForKeys([], () => ({ result: true, writes: [set(key, start)] })))
  return ok({ kind, secret, address: buildAuthenticatorUri(secret, user.email), recovery: [...codes] })
}

/**
 * Completes adding a factor. Refuses as `startFactorSetup` and `addFactorUnit`, and with factor.wrong.
 * @returns id of the session that a completed second step has opened
 */
async function addBegunFactor(
  core: Core,
  holder: FactorRequester,
  body: BodyOf<typeof addFactorAt>,
  { request, origin }: { readonly request: Request; readonly origin: SignInOrigin },
): Promise<Result<string | undefined>> {
  const may = await checkMayChangeFactors(core, holder)
  if (!may.ok) return may
  const { store, random, clock } = core.ports
  const { user, where, epoch, idToken } = holder
  const common = { id: generateJobId(random(ID_BYTES)), name: body.name, addedAt: toInstant(clock()) }
  const result =
    body.kind === 'app'
      ? await createAppFactor(core, holder, body.code)
      : await createPasskey(core, holder, body.registration, request)
  if (!result.ok) return result
  const now = clock()
  const addition = {
    factor: { ...common, ...result.value.factor },
    recovery: result.value.recovery,
    start: result.value.start,
    epoch,
    post: buildQueuedMail(core, body.language),
  }
  const act = { ...buildFactorAuditAction(user, 'second-factor.on', origin.address), details: { kind: body.kind } }
  const addedResult = await store.commit(withAudit(addFactorUnit(where, user, addition, now), act, toInstant(now)))
  if (!addedResult.ok) return addedResult
  return where.kind === 'step'
    ? startSession(core, user, { epoch: addedResult.value.epoch }, { origin, idToken })
    : ok(undefined)
}

type FactorSetup = {
  readonly factor: DistributiveOmit<SecondFactor, 'id' | 'name' | 'addedAt'>
  readonly start: Key<AuthenticatorSetup> | undefined
  readonly recovery: readonly string[]
}
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

async function createAppFactor(
  { ports }: Core,
  { user, holder }: FactorRequester,
  code: string,
): Promise<Result<FactorSetup>> {
  const start = await buildSetupKey(user.id)
  const appStart = await ports.store.get(start)
  if (appStart?.kind !== 'app' || appStart.holder !== holder || !isTokenCurrent(appStart, ports.clock()))
    return refuse('factor.begin-again')
  const step = findTotpStep(appStart.secret, code, ports.clock())
  // The code used for setup counts as used, so it cannot sign in.
  return step === undefined
    ? refuse('factor.wrong')
    : ok({
        factor: { kind: 'app', secret: appStart.secret, lastStep: step },
        start,
        recovery: appStart.recovery ?? [],
      })
}

async function createPasskey(
  core: Core,
  holder: FactorRequester,
  registration: Parameters<typeof verifyRegistration>[3],
  request: Request,
): Promise<Result<FactorSetup>> {
  const site = parsePasskeySite(request)
  const verified = site && (await verifyRegistration(core, holder, site, registration))
  return verified === undefined
    ? refuse('factor.passkey-failed')
    : ok({ factor: { kind: 'passkey', ...verified.passkey }, start: undefined, recovery: verified.recovery })
}

/** Removes a factor. Refuses with request.not-found and factor.required. */
async function removeUserFactor(
  core: Core,
  { live, user }: SignedInUser,
  { id, language }: { readonly id: string; readonly language: Language },
  address: string | undefined,
): Promise<Result<null>> {
  const now = core.ports.clock()
  const unit = removeFactorUnit(live.key, user, { id, post: buildQueuedMail(core, language) }, now)
  return core.ports.store.commit(
    withAudit(unit, buildFactorAuditAction(user, 'second-factor.off', address), toInstant(now)),
  )
}

/** Replaces the recovery codes. Refuses with factor.none. */
async function replaceRecoveryCodes(
  core: Core,
  { user }: Pick<SignedInUser, 'user'>,
  language: Language,
  address: string | undefined,
): Promise<Result<{ readonly recovery: string[] }>> {
  const { codes, hashes } = await createRecoveryCodes(core.ports)
  const now = core.ports.clock()
  const unit = renewRecoveryCodesUnit(user, hashes, buildQueuedMail(core, language), now)
  const act = buildFactorAuditAction(user, 'recovery-codes.renewed', address)
  const result = await core.ports.store.commit(withAudit(unit, act, toInstant(now)))
  return result.ok ? ok({ recovery: [...codes] }) : result
}

/**
 * Checks that the user may add a factor. Users of a single sign-on provider have no password here; the provider manages
 * their second factors. Refuses with session.step-over, password.elsewhere and session.confirm-required.
 */
async function checkMayChangeFactors({ ports }: Core, { user, proven, wants }: FactorRequester): Promise<Result<true>> {
  if (wants === 'prove') return refuse('session.step-over')
  if ((await ports.store.get(keys.credentials(user.id))) === undefined) return refuse('password.elsewhere')
  return proven ? ok(true) : refuse('session.confirm-required')
}

async function buildSetupKey(user: string): Promise<Key<AuthenticatorSetup>> {
  return keys.appStart(await sha256Hex(`authenticator app of ${user}`))
}

/**
 * Handlers for second factors: showing them at sign-in and before sensitive actions, adding and removing them, and the
 * roles that require them.
 */
export function createFactorHandlers(core: Core, guard: SessionGuard) {
  const { store, clock } = core.ports
  return {
    async passSecondStep({ body, request, address }) {
      const passed = await completeSecondStep(core, body, request, { address, ...parseBrowser(request) })
      if (!passed.ok) return passed
      return new Response(null, {
        status: 204,
        headers: { ...NO_STORE_HEADERS, 'set-cookie': buildSessionCookie(core, passed.value) },
      })
    },

    async askPasskey({ request }) {
      const holder = await findFactorRequester(core, guard, request)
      if (!holder.ok) return holder
      const site = parsePasskeySite(request)
      const passkeys = pickPasskeys(await store.get(keys.factors(holder.value.user.id)))
      if (site === undefined || passkeys.length === 0) return refuse('factor.passkey-failed')
      return ok({ options: await createAssertionOptions(core, holder.value, site, passkeys) })
    },

    async beginFactor({ body, request }) {
      const holder = await findFactorRequester(core, guard, request)
      return holder.ok ? startFactorSetup(core, holder.value, body.kind, request) : holder
    },

    async addFactor({ body, request, address }) {
      const holder = await findFactorRequester(core, guard, request)
      if (!holder.ok) return holder
      const result = await addBegunFactor(core, holder.value, body, {
        request,
        origin: { address, ...parseBrowser(request) },
      })
      if (!result.ok) return result
      const cookie = result.value === undefined ? {} : { 'set-cookie': buildSessionCookie(core, result.value) }
      return new Response(null, { status: 204, headers: { ...NO_STORE_HEADERS, ...cookie } })
    },

    async listFactors({ live, user }) {
      const documents = await store.getMany([keys.factors(user.id), keys.credentials(user.id), keys.factorRule])
      const stored = documents.get(keys.factors(user.id))
      return ok({
        password: documents.get(keys.credentials(user.id)) !== undefined,
        required: isFactorRequired(documents.get(keys.factorRule), user),
        proven: isSessionRecentlyConfirmed(core, live),
        factors: (stored?.factors ?? []).map(({ id, kind, name, addedAt, lastUsedAt }) => ({
          id,
          kind,
          name,
          addedAt,
          ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
        })),
        recoveryLeft: stored?.recovery.filter((hash) => hash !== '').length ?? 0,
      })
    },

    removeFactor: ({ params, query, address, ...signedIn }) =>
      removeUserFactor(core, signedIn, { id: params.id, language: query.language }, address),
    renewRecovery: ({ body, address, ...signedIn }) => replaceRecoveryCodes(core, signedIn, body.language, address),
    confirmSession: ({ body, request, address, ...signedIn }) =>
      confirmIdentity(core, signedIn, body, { request, origin: { address, ...parseBrowser(request) } }),

    async readFactorRule() {
      return ok({ roles: [...((await store.get(keys.factorRule))?.roles ?? [])] })
    },

    async saveFactorRule({ user, body, address }) {
      const act = {
        action: 'second-factor.rule',
        target: keys.factorRule,
        by: user,
        from: address,
        details: { roles: body.roles.join(' ') },
      } as const
      const saved = await store.commit(withAudit(setFactorRuleUnit(body.roles, user.id), act, toInstant(clock())))
      return saved.ok ? ok({ roles: [...saved.value.roles] }) : saved
    },
  } satisfies PartialHandlers
}
