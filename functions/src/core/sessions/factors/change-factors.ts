import type { BodyOf, ReplyOf } from '#domain/endpoints/index.ts'
import type {
  addFactor as addFactorAt,
  beginFactor as beginFactorAt,
  AppStart,
  Factor,
} from '#domain/sessions/index.ts'
import { addFactorUnit, isTokenCurrent, removeFactorUnit, renewRecoveryUnit } from '#domain/sessions/judge/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { type Language, newJobId, ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { type Key, keys, set, unitForKeys } from '#domain/store/index.ts'
import type { Core } from '../../context.ts'
import { sha256Hex } from '../../http/digest.ts'
import type { SignedIn } from '../guard.ts'
import { prepareEmail } from '../password.ts'
import { type SignInOrigin, startSession } from '../sign-in.ts'
import { buildAppUri, newAppSecret, findCodeStep } from './app-codes.ts'
import type { Holder } from './holder.ts'
import { verifyRegistration, registrationOptions, parseSite } from './passkeys.ts'
import { pickPasskeys } from './proofs.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { buildAuditAct } from './show-factor.ts'

const ID_BYTES = 16
const NO_CODES = { codes: [], hashes: [] }

/**
 * Begins adding a factor. Refuses with session.confirm-required, password.elsewhere, session.step-over (a factor must
 * be shown) and factor.passkey-failed.
 */
export async function startFactorSetup(
  core: Core,
  holder: Holder,
  kind: BodyOf<typeof beginFactorAt>['kind'],
  request: Request,
): Promise<Result<ReplyOf<typeof beginFactorAt>>> {
  const may = await checkMayChangeFactors(core, holder)
  if (!may.ok) return may
  const { store, random, clock } = core.ports
  const { user } = holder
  if (kind === 'passkey') {
    const site = parseSite(request)
    if (site === undefined) return refuse('factor.passkey-failed')
    const factors = await store.get(keys.factors(user.id))
    return ok({ kind, options: await registrationOptions(core, holder, site, pickPasskeys(factors)) })
  }
  const secret = newAppSecret(random)
  const now = clock()
  const start: AppStart = {
    kind: 'app',
    userId: user.id,
    secret,
    holder: holder.holder,
    issuedAt: toInstant(now),
    expiresAt: toInstant(now + core.tuning.stepPatience),
  }
  const key = await startKey(user.id)
  await store.commit(unitForKeys([], () => ({ result: true, writes: [set(key, start)] })))
  return ok({ kind, secret, address: buildAppUri(secret, user.email) })
}

export type AddedFactor = {
  readonly recovery: readonly string[]
  /** id of the session that a completed second step has opened */
  readonly session: string | undefined
}

/** Completes adding a factor. Refuses as `startFactorSetup` and `addFactorUnit`, and with factor.wrong. */
export async function addBegunFactor(
  core: Core,
  holder: Holder,
  body: BodyOf<typeof addFactorAt>,
  { request, origin }: { readonly request: Request; readonly origin: SignInOrigin },
): Promise<Result<AddedFactor>> {
  const may = await checkMayChangeFactors(core, holder)
  if (!may.ok) return may
  const { store, random, clock } = core.ports
  const { user, where, epoch, idToken } = holder
  const common = { id: newJobId(random(ID_BYTES)), name: body.name, addedAt: toInstant(clock()) }
  const made =
    body.kind === 'app'
      ? await createAppFactor(core, holder, body.code)
      : await createPasskey(core, holder, body.registration, request)
  if (!made.ok) return made
  // Recovery codes are created with the first factor only. If the factors are removed before the commit, the epoch
  // changes and the commit fails.
  const { codes, hashes } =
    (await store.get(keys.factors(user.id))) === undefined ? await newRecoveryCodes(core.ports) : NO_CODES
  const now = clock()
  const addition = {
    factor: { ...common, ...made.value.factor },
    recovery: hashes,
    start: made.value.start,
    epoch,
    post: prepareEmail(core, body.language),
  }
  const act = { ...buildAuditAct(user, 'second-factor.on', origin.address), details: { kind: body.kind } }
  const added = await store.commit(withAudit(addFactorUnit(where, user, addition, now), act, toInstant(now)))
  if (!added.ok) return added
  const session =
    where.kind === 'step'
      ? await startSession(core, user, { epoch: added.value.epoch }, { origin, idToken })
      : ok(undefined)
  return session.ok ? ok({ recovery: added.value.first ? codes : [], session: session.value }) : session
}

type FactorSetup = {
  readonly factor: DistributiveOmit<Factor, 'id' | 'name' | 'addedAt'>
  readonly start: Key<AppStart> | undefined
}
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

async function createAppFactor({ ports }: Core, { user, holder }: Holder, code: string): Promise<Result<FactorSetup>> {
  const start = await startKey(user.id)
  const begun = await ports.store.get(start)
  if (begun?.kind !== 'app' || begun.holder !== holder || !isTokenCurrent(begun, ports.clock()))
    return refuse('factor.begin-again')
  const step = findCodeStep(begun.secret, code, ports.clock())
  // The code used for setup counts as used, so it cannot sign in.
  return step === undefined
    ? refuse('factor.wrong')
    : ok({ factor: { kind: 'app', secret: begun.secret, lastStep: step }, start })
}

async function createPasskey(
  core: Core,
  holder: Holder,
  registration: Parameters<typeof verifyRegistration>[3],
  request: Request,
): Promise<Result<FactorSetup>> {
  const site = parseSite(request)
  const passkey = site && (await verifyRegistration(core, holder, site, registration))
  return passkey === undefined
    ? refuse('factor.passkey-failed')
    : ok({ factor: { kind: 'passkey', ...passkey }, start: undefined })
}

/** Removes a factor. Refuses with request.not-found and factor.required. */
export async function removeUserFactor(
  core: Core,
  { live, user }: SignedIn,
  { id, language }: { readonly id: string; readonly language: Language },
  address: string | undefined,
): Promise<Result<null>> {
  const now = core.ports.clock()
  const unit = removeFactorUnit(live.key, user, { id, post: prepareEmail(core, language) }, now)
  return core.ports.store.commit(withAudit(unit, buildAuditAct(user, 'second-factor.off', address), toInstant(now)))
}

/** Replaces the recovery codes. Refuses with factor.none. */
export async function replaceRecoveryCodes(
  core: Core,
  { user }: Pick<SignedIn, 'user'>,
  language: Language,
  address: string | undefined,
): Promise<Result<{ readonly recovery: string[] }>> {
  const { codes, hashes } = await newRecoveryCodes(core.ports)
  const now = core.ports.clock()
  const unit = renewRecoveryUnit(user, hashes, prepareEmail(core, language), now)
  const act = buildAuditAct(user, 'recovery-codes.renewed', address)
  const done = await core.ports.store.commit(withAudit(unit, act, toInstant(now)))
  return done.ok ? ok({ recovery: [...codes] }) : done
}

/**
 * Checks that the user may add a factor. Users of a single sign-on provider have no password here; the provider manages
 * their second factors.
 */
async function checkMayChangeFactors({ ports }: Core, { user, proven, wants }: Holder): Promise<Result<true>> {
  if (wants === 'prove') return refuse('session.step-over')
  if ((await ports.store.get(keys.credentials(user.id))) === undefined) return refuse('password.elsewhere')
  return proven ? ok(true) : refuse('session.confirm-required')
}

async function startKey(user: string): Promise<Key<AppStart>> {
  return keys.appStart(await sha256Hex(`authenticator app of ${user}`))
}
