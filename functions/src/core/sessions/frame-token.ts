import { actorOfUser, findEditableSettings } from '#domain/access/index.ts'
import type { ApiToken } from '#domain/integrations/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** The API token of a frame's session, if it is valid. Without a valid token the session has ended. */
export async function findFrameToken(
  store: Store,
  id: ApiToken['id'] | undefined,
  now: number,
): Promise<ApiToken | undefined> {
  const token = id === undefined ? undefined : await store.get(keys.apiToken(id))
  if (token === undefined || token.expiresAt <= toInstant(now)) return undefined
  const maker = await store.get(keys.user(token.by))
  if (maker === undefined || maker.deactivatedAt !== undefined) return undefined
  return findEditableSettings(actorOfUser(maker), token.municipality) === null ? undefined : token
}
