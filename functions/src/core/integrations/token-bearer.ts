import { actorOfUser, findEditableSettings } from '#domain/access/index.ts'
import { type ApiScope, type ApiToken, parseApiToken } from '#domain/integrations/index.ts'
import type { User } from '#domain/users/index.ts'
import { recordTokenUseUnit } from '#domain/integrations/judge/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { getCountry, ok, refuse, toInstant, toMilliseconds, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { parseRemoteConfig } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { sha256Hex } from '../http/digest.ts'
import { createMemoryRateLimit } from '../limits/pace.ts'
import { DiskFullError } from '../ports.ts'
import { loadProfile } from '../sessions/profile.ts'
import { isSameSignature } from '../signing.ts'

/** The token of a request and the user who created it, whose rights limit what the token reads. */
export type TokenBearer = { readonly token: ApiToken; readonly user: User }

/** Minimum interval between writes of a token's last use, in milliseconds. */
const MIN_USE_NOTE_INTERVAL_MS = 60 * 60 * 1000

/**
 * Finds the API token of a request. Everything is checked with each request, so that changes take effect at once.
 * Refuses with token.required (missing or unknown), token.ended (expired, or its creator no longer administers its
 * municipality), token.scope and request.too-many, and like a session when the municipality is blocked or the creator
 * may not work.
 */
export function createTokenBearerFinder({ ports, tuning }: Pick<Core, 'ports' | 'tuning'>) {
  const { store, clock } = ports
  const pace = createMemoryRateLimit(clock, tuning.apiBurst, tuning.apiInterval)

  return async (request: Request, scope: ApiScope, address: string | undefined): Promise<Result<TokenBearer>> => {
    const shown = parseApiToken(request.headers.get('authorization'))
    const token = shown === undefined ? undefined : await store.get(keys.apiToken(shown.id))
    if (shown === undefined || token === undefined) return refuse('token.required')
    if (!isSameSignature(token.hash, await sha256Hex(shown.text))) return refuse('token.required')
    // Counted after the whole token is verified, so that strangers cannot use up its rate limit.
    const limitResult = pace(token.id)
    if (!limitResult.ok) return limitResult
    if (token.expiresAt <= toInstant(clock())) return refuse('token.ended')
    const maker = await findTokenMaker(token)
    if (!maker.ok) return maker
    if (!token.scopes.includes(scope)) return refuse('token.scope', { scope })
    await note(token, maker.value, address)
    return ok({ token, user: maker.value })
  }

  async function findTokenMaker(token: ApiToken): Promise<Result<User>> {
    const { municipality, by } = token
    const [user, country] = [keys.user(by), keys.country(getCountry(municipality))]
    const documents = await store.getMany([user, keys.municipality(municipality), country, keys.remoteConfig])
    if (documents.get(country)?.inhabilitado !== false) return refuse('country.blocked')
    if (documents.get(keys.municipality(municipality))?.inhabilitado !== false) return refuse('municipality.blocked')
    const maker = documents.get(user)
    if (maker === undefined || maker.deactivatedAt !== undefined) return refuse('token.ended')
    if (findEditableSettings(actorOfUser(maker), municipality) === null) return refuse('token.ended')
    const profile = await loadProfile(store, maker, parseRemoteConfig(documents.get(keys.remoteConfig)))
    return profile.ok ? ok(maker) : profile
  }

  /**
   * Logs the use of the token, at most once per hour. Failures because of a full disk are ignored, so that reading
   * still works.
   */
  async function note(token: ApiToken, maker: User, from: string | undefined): Promise<void> {
    const now = clock()
    const { id, usedAt, name, municipality } = token
    if (usedAt !== undefined && Math.abs(now - toMilliseconds(usedAt)) < MIN_USE_NOTE_INTERVAL_MS) return
    const target = keys.apiToken(id)
    const act = { action: 'token.used', target, by: maker, from, municipality, details: { name } } as const
    try {
      await store.commit(withAudit(recordTokenUseUnit(id, usedAt, toInstant(now)), act, toInstant(now)))
    } catch (error) {
      if (!(error instanceof DiskFullError)) throw error
    }
  }
}
