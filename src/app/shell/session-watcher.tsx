import { useEffect } from 'react'
import { i18n } from '@lingui/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { ACCOUNT_BLOCKING_PROBLEMS } from '#domain/sync/index.ts'
import { readMeta, readStoredProfile } from '#local/index.ts'
import { loadOwnLanguage, setProfile, setSessionPhase, useAccount, useSessionActions } from '#ui/index.ts'

/**
 * Applies changed roles and areas of the user after each pull, and signs out if the session was ended elsewhere
 * (part 1, point 4).
 */
export function SessionWatcher() {
  const { local } = useAccount()
  const profile = useLiveQuery(() => readStoredProfile(local), [local])
  const problem = useLiveQuery(() => readMeta(local, 'accountProblem'), [local])
  const ended = useLiveQuery(() => readMeta(local, 'sessionEnded'), [local]) ?? false
  const { leaveEnded } = useSessionActions()
  useEffect(() => {
    if (profile === undefined) return
    const apply = (): void => setProfile(profile)
    const { language } = profile.municipality
    if (language === undefined && i18n.locale !== 'ot') apply()
    // Applied afterwards, so that language pickers on screen are rendered again.
    else
      void loadOwnLanguage()
        .then(({ keepOwnLanguage }) => keepOwnLanguage(language))
        .then(apply, apply)
  }, [profile])
  useEffect(() => {
    if (problem !== undefined && ACCOUNT_BLOCKING_PROBLEMS.includes(problem.code))
      setSessionPhase({ kind: 'error', problem })
  }, [problem])
  useEffect(() => {
    if (ended) void leaveEnded()
  }, [ended, leaveEnded])
  return null
}
