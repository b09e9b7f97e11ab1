import type { CitizenPermit } from '#domain/citizens/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  holderSecretSchema,
  isCitizenAuthor,
  ok,
  PUBLIC_AUTHOR,
  refuse,
  type Author,
  type FileHolder,
  type Result,
  type UserId,
  userIdSchema,
} from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { readSessionCookie } from '../http/cookie.ts'
import type { Core } from '../context.ts'
import { sha256Hex } from '../http/digest.ts'
import { readPermits } from '../citizens/permits.ts'
import { createCitizenSessionFinder, type LiveCitizenSession } from '../citizens/visits.ts'
import { loadProfile } from './profile.ts'
import { createSessionFinder, type LiveSession } from './sessions.ts'

/**
 * Header with the account that a device works for. It prevents a late request of a shared tablet from acting as the
 * next user.
 */
const ACCOUNT_HEADER = 'x-relevo-account'
/** Authorization header of a frame's session (integrations/routes/embed.ts). */
const BEARER = /^Relevo ([A-Za-z0-9_-]{43})$/
/**
 * Header with a secret of the public device that sent a file. Only with this secret may an answer reference the file.
 */
const HOLDER_HEADER = 'x-relevo-holder'

/** Caller of a push. `live`: the valid session, if any. `named`: the account in the header, if any. */
export type PushCaller = {
  readonly live: LiveSession | undefined
  readonly named: string | null
  /** permits of a citizen, which are valid with or without a session */
  readonly permits?: readonly CitizenPermit[]
}

export type SignedInUser = { readonly live: LiveSession; readonly user: User }

export type StaffSession = SignedInUser & { readonly profile: Profile }

/** Identifies the caller of a request. */
export type SessionGuard = {
  /** the session; undefined when invalid */
  find(request: Request): Promise<LiveSession | undefined>
  /**
   * The user of the session, even if blocked. Refuses with session.required, session.ended, session.other-account and
   * session.no-user-record.
   */
  user(request: Request): Promise<Result<SignedInUser>>
  /**
   * Owner of uploaded files. A deleted account may still upload, as it may push; the answer that references the files
   * is then held or rejected by `decide`. Refuses with session.required, session.ended and session.other-account.
   */
  account(request: Request): Promise<Result<UserId>>
  /**
   * Owner of a submitted file: an account, a public device with its secret, or a citizen who may send an answer.
   * Refuses as `account`, and with request.malformed for public uploads without a secret.
   */
  holder(request: Request): Promise<Result<FileHolder>>
  /** The citizen, by the bearer of their session. Refuses as `createCitizenSessionFinder`. */
  citizen(request: Request): Promise<Result<LiveCitizenSession>>
  /**
   * The user, if the account is active and has areas, and its municipality and country are not blocked. Refuses as
   * `user`.
   */
  staff(request: Request): Promise<Result<StaffSession>>
  /**
   * The sender of a push, by the headers, before the body is read. Refuses with session.required and session.ended when
   * the header names an account whose session is not valid.
   */
  sender(request: Request): Promise<Result<PushCaller>>
  /**
   * The author of a push's mutations: the account of the session, or `public` without a session; claims in mutations
   * are ignored. Refuses with session.required and session.other-account.
   */
  author(sender: PushCaller, claimed: Author): Result<Author>
}

/** True when the request names the session's account, or none. */
export function matchesNamedAccount(request: Request, live: LiveSession): boolean {
  const claimed = request.headers.get(ACCOUNT_HEADER)
  return claimed === null || claimed === live.session.userId
}

/** Owner id of a public device's files, a hash of its secret. Undefined when the header has no secret. */
export async function findPublicFileHolder(request: Request): Promise<FileHolder | undefined> {
  const secret = holderSecretSchema.safeParse(request.headers.get(HOLDER_HEADER))
  return secret.success ? `${PUBLIC_AUTHOR}.${await sha256Hex(secret.data)}` : undefined
}

export function createSessionGuard(core: Core): SessionGuard {
  const sessionOf = createSessionFinder(core)

  async function lookUp(request: Request): Promise<Result<LiveSession>> {
    const bearer = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
    const id = bearer ?? readSessionCookie(request.headers.get('cookie'), core.options)
    const knownResult = id === undefined ? refuse('session.required') : await sessionOf(id)
    // A frame's session works only as a bearer, and other sessions only as a cookie.
    const isOther = knownResult.ok && (knownResult.value.session.embedded === true) !== (bearer !== undefined)
    const result = isOther ? refuse('session.required') : knownResult
    if (result.ok) core.bodies.recognise(request)
    return result
  }

  async function find(request: Request): Promise<LiveSession | undefined> {
    const result = await lookUp(request)
    return result.ok ? result.value : undefined
  }

  async function findSessionOfRequest(request: Request): Promise<Result<LiveSession>> {
    const result = await lookUp(request)
    return !result.ok || matchesNamedAccount(request, result.value) ? result : refuse('session.other-account')
  }

  async function account(request: Request): Promise<Result<UserId>> {
    const result = await findSessionOfRequest(request)
    return result.ok ? ok(result.value.session.userId) : result
  }

  async function holder(request: Request): Promise<Result<FileHolder>> {
    const named = request.headers.get(ACCOUNT_HEADER)
    if (named !== null && isCitizenAuthor(named)) {
      const permits = await readPermits(core, request, named)
      return permits.length === 0 ? refuse('session.required') : ok(userIdSchema.parse(named))
    }
    if (named !== PUBLIC_AUTHOR) return account(request)
    const fileHolder = await findPublicFileHolder(request)
    return fileHolder === undefined ? refuse('request.malformed') : ok(fileHolder)
  }

  async function user(request: Request): Promise<Result<SignedInUser>> {
    const result = await findSessionOfRequest(request)
    if (!result.ok) return result
    const live = result.value
    if (live.user === undefined) return refuse('session.no-user-record')
    return ok({ live, user: live.user })
  }

  async function staff(request: Request): ReturnType<SessionGuard['staff']> {
    const signedIn = await user(request)
    if (!signedIn.ok) return signedIn
    const profile = await loadProfile(core.ports.store, signedIn.value.user, signedIn.value.live.config)
    return profile.ok ? ok({ ...signedIn.value, profile: profile.value }) : profile
  }

  async function sender(request: Request): Promise<Result<PushCaller>> {
    const named = request.headers.get(ACCOUNT_HEADER)
    if (named !== null && isCitizenAuthor(named)) {
      const permits = await readPermits(core, request, named)
      return permits.length === 0 ? refuse('session.required') : ok({ live: undefined, named, permits })
    }
    const result = await lookUp(request)
    if (result.ok) return ok({ live: result.value, named })
    return named !== null && named !== PUBLIC_AUTHOR ? result : ok({ live: undefined, named })
  }

  function author({ live, named, permits }: PushCaller, claimed: Author): Result<Author> {
    if (named !== null && named !== claimed) return refuse('session.other-account')
    if (permits !== undefined) return ok(claimed)
    if (claimed === PUBLIC_AUTHOR) return ok(PUBLIC_AUTHOR)
    if (live === undefined) return refuse('session.required')
    if (live.session.userId !== claimed) return refuse('session.other-account')
    // Allowed for deleted users and users without areas, whose answers are held or rejected one by one.
    return ok(live.session.userId)
  }

  return { citizen: createCitizenSessionFinder(core), find, user, account, holder, staff, sender, author }
}
