import type { ApiToken } from '../documents/api-token.ts'
import { MAX_TOKENS } from '../integrations-api.ts'
import { ok, refuse, type Instant, type MunicipalityPath, type Result, type UserId } from '../../kernel/index.ts'
import { keys, remove, set, unitForKeys, type Unit } from '../../store/index.ts'
import { buildRefusalDecision } from '../../users/judge/administrator.ts'
import { checkIntegrationRestriction, loadIntegrator, listIntegratorKeys, listRestrictionKeys } from './integrations.ts'

/**
 * Creates a token. Refuses with the codes of `loadIntegrator` and `checkIntegrationRestriction`, and with
 * token.too-many.
 */
export function createTokenUnit(token: ApiToken): Unit<Result<ApiToken>> {
  const { municipality: path, by } = token
  return {
    keysFor: (documents) => [
      ...listIntegratorKeys(path, by, documents),
      keys.apiToken(token.id),
      keys.tokenRegister(path),
      ...listRestrictionKeys(token),
    ],
    decide: (documents) => {
      const may = loadIntegrator(documents, path, by)
      if (!may.ok) return buildRefusalDecision(may)
      const fits = checkIntegrationRestriction(path, token, documents)
      if (!fits.ok) return buildRefusalDecision(fits)
      const tokens = documents.get(keys.tokenRegister(path))?.tokens ?? []
      if (tokens.length >= MAX_TOKENS) return buildRefusalDecision(refuse('token.too-many', { limit: MAX_TOKENS }))
      return {
        result: ok(token),
        writes: [set(keys.apiToken(token.id), token), set(keys.tokenRegister(path), { tokens: [...tokens, token.id] })],
      }
    },
  }
}

/**
 * Revokes a token at once. Refuses with the codes of `loadIntegrator`, and with token.missing. @returns the deleted
 * token
 */
export function revokeTokenUnit(path: MunicipalityPath, id: ApiToken['id'], by: UserId): Unit<Result<ApiToken>> {
  return {
    keysFor: (documents) => [...listIntegratorKeys(path, by, documents), keys.apiToken(id), keys.tokenRegister(path)],
    decide: (documents) => {
      const may = loadIntegrator(documents, path, by)
      if (!may.ok) return buildRefusalDecision(may)
      const token = documents.get(keys.apiToken(id))
      if (token?.municipality !== path) return buildRefusalDecision('token.missing')
      const tokens = documents.get(keys.tokenRegister(path))?.tokens ?? []
      return {
        result: ok(token),
        writes: [
          remove(keys.apiToken(id)),
          set(keys.tokenRegister(path), { tokens: tokens.filter((otherToken) => otherToken !== id) }),
        ],
      }
    },
  }
}

/**
 * Records the use of a token, unless another use was recorded since it was read. A token that was revoked in the
 * meantime is not stored again.
 * @param seen `usedAt` of the token as it was read
 */
export function recordTokenUseUnit(id: ApiToken['id'], seen: Instant | undefined, now: Instant): Unit<void> {
  return unitForKeys<void>([keys.apiToken(id)], (documents) => {
    const token = documents.get(keys.apiToken(id))
    const isNoted = token === undefined || token.usedAt !== seen
    return { result: undefined, writes: isNoted ? [] : [set(keys.apiToken(id), { ...token, usedAt: now })] }
  })
}
