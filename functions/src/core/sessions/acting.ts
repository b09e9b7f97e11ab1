import { AsyncLocalStorage } from 'node:async_hooks'
import { actorOfUser, meetsAccessRule } from '#domain/access/index.ts'
import type { Endpoint } from '#domain/endpoints/index.ts'
import { buildProfile, listProfileKeys, capFutureTimes, checkSessionState } from '#domain/sessions/judge/index.ts'
import { ok, refuse, type Problem, type Result } from '#domain/kernel/index.ts'
import { keys, type FoundDocuments, type Key, type Unit } from '#domain/store/index.ts'
import { parseRemoteConfig } from '#domain/sync/index.ts'
import type { Ports, Store } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { LiveSession } from './sessions.ts'

/*
 * Checks session and account again in each commit of a request, because they may change after the check at its start.
 */

/** Error that carries a refusal out of a commit, whose result type cannot contain it. */
class NoLongerAdmitted extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

type Acting = {
  readonly live: LiveSession
  readonly access: Endpoint['access']
  /** whether to stop checking: the handler has ended, or has changed its own session (new password, sign-out) */
  over: boolean
}

const acting = new AsyncLocalStorage<Acting>()

/**
 * Runs a handler with the checks of its commits. Refuses as `guard.staff`, and with access.forbidden if the session or
 * right ended before a commit, which then wrote nothing.
 */
export async function runWithSession<T>(
  live: LiveSession,
  access: Endpoint['access'],
  handle: () => Promise<T>,
): Promise<Result<T>> {
  const who: Acting = { live, access, over: false }
  try {
    return ok(await acting.run(who, handle))
  } catch (error) {
    if (error instanceof NoLongerAdmitted) return { ok: false, problem: error.problem }
    throw error
  } finally {
    who.over = true
  }
}

/** A store whose commits fail if the session of their request is no longer valid. */
export function createSessionCheckedStore(store: Store, tuning: Tuning, clock: Ports['clock']): Store {
  function commit<R>(unit: Unit<R>): Promise<R> {
    const who = acting.getStore()
    return store.commit(who === undefined || who.over ? unit : withAdmissionCheck(unit, who, tuning, clock))
  }
  return Object.assign(Object.create(store) as Store, { commit })
}

function withAdmissionCheck<R>(unit: Unit<R>, who: Acting, tuning: Tuning, clock: Ports['clock']): Unit<R> {
  const { key, session } = who.live
  const user = keys.user(session.userId)
  const ownKeys: readonly Key[] = [key, user, keys.credentials(session.userId), keys.remoteConfig]
  return {
    keysFor: (documents) => {
      const account = documents.has(user) ? documents.get(user) : undefined
      return [...unit.keysFor(documents), ...ownKeys, ...(account === undefined ? [] : listProfileKeys(account))]
    },
    decide: (documents) => {
      const admitted = checkAdmitted(documents, who, tuning, clock())
      if (!admitted.ok) throw new NoLongerAdmitted(admitted.problem)
      const decision = unit.decide(documents)
      who.over = decision.writes.some((write) => ownKeys.includes(write.key))
      return decision
    },
  }
}

function checkAdmitted(documents: FoundDocuments, { live, access }: Acting, tuning: Tuning, now: number): Result<void> {
  const { userId } = live.session
  const session = documents.get(live.key)
  if (session === undefined) return refuse('session.required')
  const config = parseRemoteConfig(documents.get(keys.remoteConfig))
  const credentials = documents.get(keys.credentials(userId))
  const currentValidity = checkSessionState(capFutureTimes(session, now, tuning), { credentials, config }, tuning, now)
  if (currentValidity !== 'good') return refuse(currentValidity === 'ended' ? 'session.ended' : 'session.required')
  const user = documents.get(keys.user(userId))
  if (user === undefined) return refuse('session.no-user-record')
  const profile = buildProfile(user, config, documents)
  if (!profile.ok) return profile
  return meetsAccessRule(access, actorOfUser(user)) ? ok(undefined) : refuse('access.forbidden')
}
