import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { z } from 'zod'
import type {
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
  PasskeyChallenge,
  PasskeyFactor,
} from '#domain/sessions/index.ts'
import type { User } from '#domain/users/index.ts'
import { isTokenCurrent, type VerifiedFactor } from '#domain/sessions/judge/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { type Key, keys, remove, set, unitForKeys } from '#domain/store/index.ts'
import type { Core } from '../../context.ts'
import { fromBase64Url, sha256Bytes, sha256Hex, toBase64Url } from '../../http/digest.ts'

const CHALLENGE_BYTES = 32
/** EdDSA, ES256, RS256: supported by every Node version that the server runs on. */
const ALGORITHMS = [-8, -7, -257]
const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** Loads the library on first use, because its hundreds of files take a third of a second. */
const library = () => import('@simplewebauthn/server')

/** The requesting page. Its origin was checked to be ours (http/same-site.ts). */
export type PasskeySite = { readonly origin: string; readonly name: string }

/**
 * Site of a request's page.
 * @returns undefined for a request that is not from a browser
 */
export function parsePasskeySite(request: Request): PasskeySite | undefined {
  const origin = request.headers.get('origin')
  return origin !== null && URL.canParse(origin) ? { origin, name: new URL(origin).hostname } : undefined
}

/** Owner of a challenge: an account, in one session or second step. */
export type ChallengeOwner = { readonly user: User; readonly holder: string }

/** Options for the browser to create a passkey. The user handle contains no personal data. */
export async function createRegistrationOptions(
  core: Core,
  requester: ChallengeOwner,
  site: PasskeySite,
  { known, recovery }: { readonly known: readonly PasskeyFactor[]; readonly recovery: readonly string[] },
): Promise<PasskeyOptions> {
  const { user } = requester
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Relevo',
    rpID: site.name,
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    userID: await sha256Bytes(`passkey ${user.id}`),
    challenge: await createChallenge(core, requester, 'registration', recovery),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(toDescriptor),
    // Accepts keys without a PIN, because the password is the other factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { ...options }
}

/** Options for the browser to sign with one of these passkeys. */
export async function createAssertionOptions(
  core: Core,
  requester: ChallengeOwner,
  site: PasskeySite,
  knownFactors: readonly PasskeyFactor[],
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: site.name,
    challenge: await createChallenge(core, requester, 'proof'),
    allowCredentials: knownFactors.filter((factor) => factor.site === site.name).map(toDescriptor),
    userVerification: 'preferred',
  })
  return { ...options }
}

export type NewPasskey = {
  readonly passkey: Pick<PasskeyFactor, 'credential' | 'publicKey' | 'counter' | 'transports' | 'site'>
  /** hashes of the recovery codes that were shown with the challenge */
  readonly recovery: readonly string[]
}

/** The created passkey, if it was created by this asker on this site. */
export async function verifyRegistration(
  core: Core,
  requester: ChallengeOwner,
  site: PasskeySite,
  response: PasskeyRegistration,
): Promise<NewPasskey | undefined> {
  const taken = await takeChallenge(core, requester, 'registration', response.response.clientDataJSON)
  if (taken === undefined) return undefined
  const transports = (response.response.transports ?? []).filter(isTransport)
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: { ...response, response: { ...response.response, transports }, clientExtensionResults: {} },
    expectedChallenge: taken.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.name,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const passkey = { credential: id, publicKey: toBase64Url(publicKey), counter, transports, site: site.name }
  return { passkey, recovery: taken.recovery }
}

/**
 * The passkey that signed this asker's challenge, if it is one of the known passkeys. A counter that does not advance
 * indicates a copy of the key.
 */
export async function verifyAssertion(
  core: Core,
  requester: ChallengeOwner,
  site: PasskeySite,
  { response, known }: { readonly response: PasskeyAssertion; readonly known: readonly PasskeyFactor[] },
): Promise<VerifiedFactor | undefined> {
  const taken = await takeChallenge(core, requester, 'proof', response.response.clientDataJSON)
  const factor = known.find(({ credential }) => credential === response.id)
  if (taken === undefined || factor === undefined || factor.site !== site.name) return undefined
  const { userHandle, ...signed } = response.response
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: {
      ...response,
      response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: taken.challenge,
    expectedOrigin: site.origin,
    expectedRPID: factor.site,
    credential: {
      id: factor.credential,
      publicKey: fromBase64Url(factor.publicKey),
      counter: factor.counter,
      transports: factor.transports.filter(isTransport),
    },
    requireUserVerification: false,
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  return { kind: 'passkey', id: factor.id, before: factor.counter, counter: verified.authenticationInfo.newCounter }
}

async function createChallenge(
  { ports, tuning }: Core,
  { user, holder }: ChallengeOwner,
  wants: PasskeyChallenge['wants'],
  recovery: readonly string[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(ports.random(CHALLENGE_BYTES))
  const key = await buildChallengeKey(holder, wants)
  const now = ports.clock()
  const document: PasskeyChallenge = {
    kind: 'passkey',
    challenge: await sha256Hex(toBase64Url(bytes)),
    wants,
    userId: user.id,
    holder,
    recovery,
    issuedAt: toInstant(now),
    expiresAt: toInstant(now + tuning.stepPatience),
  }
  await ports.store.commit(unitForKeys([], () => ({ result: true, writes: [set(key, document)] })))
  return bytes
}

async function buildChallengeKey(holder: string, wants: PasskeyChallenge['wants']): Promise<Key<PasskeyChallenge>> {
  return keys.passkeyChallenge(await sha256Hex(`passkey ${wants} ${holder}`))
}

const clientDataSchema = z.object({ challenge: z.string().max(200) })

type TakenChallenge = { readonly challenge: string; readonly recovery: readonly string[] }

/** Returns and deletes the signed challenge, if it was issued to this asker for this purpose. */
async function takeChallenge(
  { ports }: Core,
  { user, holder }: ChallengeOwner,
  wants: PasskeyChallenge['wants'],
  clientDataJson: string,
): Promise<TakenChallenge | undefined> {
  const parsed = clientDataSchema.safeParse(parseBase64UrlJson(clientDataJson))
  if (!parsed.success) return undefined
  const [key, challenge] = await Promise.all([buildChallengeKey(holder, wants), sha256Hex(parsed.data.challenge)])
  const stored = await ports.store.commit(
    unitForKeys([key], (documents) => {
      const document = documents.get(key)
      const isExpected =
        document?.kind === 'passkey' &&
        document.challenge === challenge &&
        document.wants === wants &&
        document.userId === user.id &&
        document.holder === holder
      return isExpected ? { result: document, writes: [remove(key)] } : { result: undefined, writes: [] }
    }),
  )
  if (stored === undefined || !isTokenCurrent(stored, ports.clock())) return undefined
  return { challenge: parsed.data.challenge, recovery: stored.recovery ?? [] }
}

function parseBase64UrlJson(base64Url: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64Url(base64Url)))
  } catch {
    return undefined
  }
}

function toDescriptor({ credential, transports }: PasskeyFactor) {
  return { id: credential, transports: transports.filter(isTransport) }
}

function isTransport(name: string): name is AuthenticatorTransport {
  return TRANSPORTS.has(name)
}
