import {
  generateJobId,
  ok,
  refuse,
  toInstant,
  type Language,
  type UserId,
  type Instant,
  type Result,
} from '#domain/kernel/index.ts'
import { createUserUnit, inviteUserUnit, canActOnUser, type UserResult } from '#domain/users/judge/index.ts'
import {
  addCostsUnit,
  addToBucket,
  refuseTooManyRequests,
  computeRateLimitWait,
  type RateLimit,
} from '#domain/limits/judge.ts'
import { withAudit } from '#domain/audit/index.ts'
import { keys, unitForKeys, type Unit } from '#domain/store/index.ts'
import { validateNewUser, type UserCreation } from '#domain/users/index.ts'
import type { Requester } from '../context.ts'
import { hashToBucket } from '../limits/buckets.ts'
import type { Ports } from '../ports.ts'
import { checkNewUserNames } from './check-name.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Invitations that one account may send at once, enough for a department. */
export const INVITATION_BURST = 200
const WELCOME_INTERVAL = 4 * SECOND
/** Maximum wait of an invitation. With a longer wait, creating the user is refused. */
const MAX_WAIT = 60 * MINUTE
/** Rate limit per e-mail address, over all users with it. */
const LIMIT_PER_RECIPIENT = { burst: 3, interval: 20 * MINUTE }

/**
 * The time at which an invitation may be sent. Refuses with request.too-many.
 * @param by the creator
 * @param email the recipient's address
 */
async function computeNextInvitationTime(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  by: UserId,
  email: string,
): Promise<Result<Instant>> {
  const ownMeasure: RateLimit = {
    key: await hashToBucket('invitations-by', `new ${by}`),
    burst: INVITATION_BURST,
    interval: WELCOME_INTERVAL,
    cost: 1,
  }
  const recipientLimit: RateLimit = {
    key: await hashToBucket('invitations', `to ${email}`),
    ...LIMIT_PER_RECIPIENT,
    cost: 1,
  }
  const now = clock()
  return store.commit(
    unitForKeys<Result<Instant>>([ownMeasure.key, recipientLimit.key], (documents) => {
      const turn = computeRateLimitWait(ownMeasure, documents.get(ownMeasure.key), now)
      const wait = Math.max(
        turn - MAX_WAIT,
        computeRateLimitWait(recipientLimit, documents.get(recipientLimit.key), now),
      )
      if (wait > 0) return { result: refuseTooManyRequests(wait), writes: [] }
      const writes = [ownMeasure, recipientLimit].map((measure) =>
        addToBucket(measure, documents.get(measure.key), now),
      )
      return { result: ok(toInstant(now + turn)), writes }
    }),
  )
}

/** `dry`: checks everything and writes nothing. */
export type UserWriteMode = 'do' | 'dry'

/** A unit with the same result and no writes. */
export function withoutWrites<R>(unit: Unit<R>): Unit<R> {
  return { keysFor: unit.keysFor, decide: (documents) => ({ result: unit.decide(documents).result, writes: [] }) }
}

/**
 * Creates a user after checking the input, the right, and the username and e-mail address (`checkNewUserNames`). The
 * commit repeats the checks that need no search or outside call. A repeated call returns the same user without outside
 * calls. The invitation is sent when the rate limit allows it. Refuses with the problems of these checks, and as
 * `computeNextInvitationTime`.
 */
export async function createUserAccount(
  ports: Ports,
  creation: UserCreation,
  by: Requester,
  how: UserWriteMode = 'do',
): Promise<UserResult> {
  const { store, clock } = ports
  const facts = validateNewUser(creation.user)
  if (!facts.ok) return facts
  // The right is checked before another system is called.
  if (!canActOnUser(by.user, 'create', facts.value)) return refuse('access.forbidden')
  const isNew = (await store.get(keys.user(creation.id))) === undefined
  const names = isNew ? await checkNewUserNames(ports, creation.user, facts.value.municipalityPath) : ok(null)
  if (!names.ok) return names
  const now = toInstant(clock())
  const emailJobId = creation.request === undefined ? createEmailJobId(ports) : undefined
  if (how === 'dry') return store.commit(withoutWrites(createUserUnit(creation, by.user.id, now, undefined)))
  const isInvited = isNew && emailJobId !== undefined
  const turn = isInvited ? await computeNextInvitationTime(ports, by.user.id, facts.value.email) : ok(now)
  if (!turn.ok) return turn
  const invitation = emailJobId === undefined ? undefined : { emailJobId, at: turn.value }
  const unit = createUserUnit(creation, by.user.id, now, invitation)
  const { municipalityPath, roles } = facts.value
  return store.commit(
    withAudit(
      unit,
      {
        action: 'user.created',
        target: keys.user(creation.id),
        by: by.user,
        from: by.address,
        municipality: municipalityPath,
        details: { role: roles[0] },
      },
      now,
    ),
  )
}

/**
 * Invites a user again, with rate limits by recipient and sender. Refuses with connector.not-configured without e-mail,
 * with request.too-many, and as `inviteUserUnit`.
 */
export async function reinviteUser(ports: Ports, id: UserId, language: Language, by: Requester): Promise<UserResult> {
  const { store, clock } = ports
  const emailJobId = createEmailJobId(ports)
  if (emailJobId === undefined) return refuse('connector.not-configured')
  const measures = [
    { key: await hashToBucket('invitations', id), burst: 3, interval: 20 * MINUTE, cost: 1 },
    { key: await hashToBucket('invitations-by', by.user.id), burst: 60, interval: MINUTE, cost: 1 },
  ]
  const limitResult = await store.commit(addCostsUnit(measures, clock()))
  if (!limitResult.ok) return limitResult
  const now = toInstant(clock())
  const act = { action: 'user.invited', target: keys.user(id), by: by.user, from: by.address } as const
  return store.commit(
    withAudit(
      inviteUserUnit(id, { emailJobId, language }, by.user.id, now),
      (result) => ({ ...act, ...(result.ok ? { municipality: result.value.municipalityPath } : {}) }),
      now,
    ),
  )
}

function createEmailJobId({ connectors, random }: Ports): string | undefined {
  return connectors?.mail === undefined ? undefined : generateJobId(random(16))
}
