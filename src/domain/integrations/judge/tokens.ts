import type { ApiToken } from '../documents/api-token.ts'
import { MAX_TOKENS } from '../integrations-api.ts'
import { ok, refuse, type Instant, type MunicipalityPath, type Result, type UserId } from '../../kernel/index.ts'
import { keys, remove, set, unitForKeys, type Unit } from '../../store/index.ts'
import { refusalDecision } from '../../users/judge/administrator.ts'
import { checkNarrowing, loadIntegrator, integratorKeys, narrowingKeys } from './integrations.ts'

/** Creates a token. Refuses with the codes of `loadIntegrator` and `checkNarrowing`, and with token.too-many. */
export function createTokenUnit(token: ApiToken): Unit<Result<ApiToken>> {
  const { municipality: path, by } = token
  return {
    keysFor: (found) => [
      ...integratorKeys(path, by, found),
      keys.apiToken(token.id),
      keys.tokenRegister(path),
      ...narrowingKeys(token),
    ],
    decide: (found) => {
      const may = loadIntegrator(found, path, by)
      if (!may.ok) return refusalDecision(may)
      const fits = checkNarrowing(path, token, found)
      if (!fits.ok) return refusalDecision(fits)
      const tokens = found.get(keys.tokenRegister(path))?.tokens ?? []
      if (tokens.length >= MAX_TOKENS) return refusalDecision(refuse('token.too-many', { limit: MAX_TOKENS }))
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
    keysFor: (found) => [...integratorKeys(path, by, found), keys.apiToken(id), keys.tokenRegister(path)],
    decide: (found) => {
      const may = loadIntegrator(found, path, by)
      if (!may.ok) return refusalDecision(may)
      const token = found.get(keys.apiToken(id))
      if (token?.municipality !== path) return refusalDecision('token.missing')
      const tokens = found.get(keys.tokenRegister(path))?.tokens ?? []
      return {
        result: ok(token),
        writes: [
          remove(keys.apiToken(id)),
          set(keys.tokenRegister(path), { tokens: tokens.filter((other) => other !== id) }),
        ],
      }
    },
  }
}

/** Records the use of a token, unless another use was recorded since `seen`. Revoked tokens are not recreated. */
export function tokenUsedUnit(id: ApiToken['id'], seen: Instant | undefined, now: Instant): Unit<void> {
  return unitForKeys<void>([keys.apiToken(id)], (found) => {
    const token = found.get(keys.apiToken(id))
    const isNoted = token === undefined || token.usedAt !== seen
    return { result: undefined, writes: isNoted ? [] : [set(keys.apiToken(id), { ...token, usedAt: now })] }
  })
}
