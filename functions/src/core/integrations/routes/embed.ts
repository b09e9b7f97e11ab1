import { getMunicipality, generateJobId, ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { startSessionUnit } from '#domain/sessions/judge/index.ts'
import { keys, remove, set, unitForKeys } from '#domain/store/index.ts'
import { parseRemoteConfig, type Profile } from '#domain/sync/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { sha256Hex, toBase64Url } from '../../http/digest.ts'
import { parseBrowser } from '../../http/user-agent.ts'
import { findUserByLogin, normaliseLogin } from '../../sessions/accounts.ts'
import { findFrameToken } from '../../sessions/frame-token.ts'
import { managesOtherUsers } from '../../sessions/note-access.ts'
import { loadProfile } from '../../sessions/profile.ts'
import { createSessionId } from '../../sessions/sessions.ts'
import type { SignInOrigin } from '../../sessions/sign-in.ts'
import type { TokenBearer } from '../token-bearer.ts'

/*
 * A form in a frame of another site's page. Browsers block cookies there, so the other site's server gets a one-time
 * code for a user. The frame exchanges the code by POST for a bearer token, which the frame holds in memory and which
 * only allows filling in and reading forms.
 */

const CODE_BYTES = 32
/** Lifetime of a code in milliseconds. Short, because the page uses its code at once. */
const CODE_LIFE = 60_000

/**
 * Creates a code for a user of the token's municipality. Refuses with user.missing for an unknown name, a deactivated
 * user, another municipality, a user without any of the token's areas, and users who manage other users, whose rights
 * another server must not have.
 */
async function createEmbedCode(
  { ports: { store, clock, random } }: Core,
  { token }: TokenBearer,
  username: string,
): Promise<Result<{ readonly code: string; readonly expiresAt: ReturnType<typeof toInstant> }>> {
  const user = await findUserByLogin(store, normaliseLogin(username))
  if (user === undefined || !isReached(token, user)) return refuse('user.missing')
  const code = toBase64Url(random(CODE_BYTES))
  const key = keys.embedCode(await sha256Hex(code))
  const expiresAt = toInstant(clock() + CODE_LIFE)
  const credentials = keys.credentials(user.id)
  return store.commit(
    unitForKeys([credentials], (documents) => ({
      result: ok({ code, expiresAt }),
      writes: [
        set(key, {
          kind: 'embed',
          user: user.id,
          epoch: documents.get(credentials)?.epoch ?? 0,
          expiresAt,
          token: token.id,
        }),
      ],
    })),
  )
}

function isReached({ municipality, areas }: TokenBearer['token'], user: User): boolean {
  const ownAreaPaths = user.areas
  if (user.deactivatedAt !== undefined || managesOtherUsers(user) || ownAreaPaths.length === 0) return false
  if (!ownAreaPaths.every((area) => getMunicipality(area) === municipality)) return false
  return areas.length === 0 || ownAreaPaths.some((area) => areas.includes(area))
}

/**
 * Exchanges a code for a frame's session; a code works once. Refuses with session.token-invalid, and with the account's
 * problem.
 */
async function exchangeEmbedCode(
  core: Core,
  code: string,
  { address = '', browser, system }: SignInOrigin,
): Promise<Result<{ readonly bearer: string; readonly profile: Profile }>> {
  const { store, clock, random, log } = core.ports
  const key = keys.embedCode(await sha256Hex(code))
  const stored = await store.get(key)
  if (stored?.kind !== 'embed' || stored.token === undefined) return refuse('session.token-invalid')
  const { token } = stored
  const user = (await findFrameToken(store, token, clock())) && (await store.get(keys.user(stored.user)))
  if (user === undefined) return refuse('session.token-invalid')
  const profile = await loadProfile(store, user, parseRemoteConfig(await store.get(keys.remoteConfig)))
  if (!profile.ok) return profile
  const fresh = await createSessionId(core)
  const from = { login: generateJobId(random(16)), browser, system, from: address, embedded: true, token } as const
  const now = clock()
  const started = await store.commit(
    unitForKeys([key, keys.user(user.id)], (documents) => {
      const knownCode = documents.get(key)
      if (knownCode?.kind !== 'embed' || knownCode.expiresAt <= toInstant(now))
        return { result: false, writes: knownCode === undefined ? [] : [remove(key)] }
      // If the password was changed after the code was made, the session is invalid.
      const session = { key: fresh.key, user, verified: knownCode, from, isProven: false }
      const start = startSessionUnit(session, now, core.tuning)
      return { result: true, writes: [remove(key), ...start.decide(documents).writes] }
    }),
  )
  if (!started) return refuse('session.token-invalid')
  log.info('sign-in.succeeded', { way: 'embedded', account: user.id, from: address, browser, system })
  return ok({ bearer: fresh.id, profile: profile.value })
}

/** Handlers for signing in to a form in a frame of another site. */
export function createEmbedHandlers(core: Core) {
  return {
    v1CreateEmbedCode: ({ body, token, user }) => createEmbedCode(core, { token, user }, body.username),
    redeemEmbedCode: ({ body, request, address }) =>
      exchangeEmbedCode(core, body.code, { address, ...parseBrowser(request) }),
  } satisfies PartialHandlers
}
