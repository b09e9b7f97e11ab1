import { useEffect } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { readMeta, readProfile } from '#local/index.ts'
import { setPhase, setProfile, useAccount, useSessionActions } from '#ui/index.ts'

/** With these the server serves the account nothing at all, so its screens close (part 1, points 2 and 4). */
const CLOSING: readonly ProblemCode[] = [
  'municipality.blocked',
  'country.blocked',
  'session.no-user-record',
  'session.no-areas',
  'session.deactivated',
]

/**
 * Each pull stores the profile; a role or area that changed on the server changes what the screens offer at once. A session that was ended from elsewhere closes them
 * (part 1, point 4).
 */
export function SessionWatch() {
  const { local } = useAccount()
  const profile = useLiveQuery(() => readProfile(local), [local])
  const problem = useLiveQuery(() => readMeta(local, 'accountProblem'), [local])
  const ended = useLiveQuery(() => readMeta(local, 'sessionEnded'), [local]) ?? false
  const { leaveEnded } = useSessionActions()
  useEffect(() => {
    if (profile !== undefined) setProfile(profile)
  }, [profile])
  useEffect(() => {
    if (problem !== undefined && CLOSING.includes(problem.code)) setPhase({ kind: 'error', problem })
  }, [problem])
  useEffect(() => {
    if (ended) void leaveEnded()
  }, [ended, leaveEnded])
  return null
}
