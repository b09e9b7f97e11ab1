import { actorOfProfile, can, type Action, type Loaded, type Subject } from '#domain/access/index.ts'
import { useProfile } from './session-store.ts'

/** @returns `can` for the signed-in user, as in the router and on the server; without one nothing is allowed */
export function useCan(): (action: Action, subject: Subject | Loaded) => boolean {
  const profile = useProfile()
  if (profile === null) return () => false
  const actor = actorOfProfile(profile)
  return (action, subject) => can(actor, action, subject)
}
