import { actorOfProfile, can, type Action, type Loaded, type Subject } from '#domain/access/index.ts'
import { useProfile } from './session-store.ts'

/** @returns `can` for whoever is signed in: the same function, the same words as in the router and on the server. Nobody may nothing. */
export function useCan(): (action: Action, subject: Subject | Loaded) => boolean {
  const profile = useProfile()
  if (profile === null) return () => false
  const actor = actorOfProfile(profile)
  return (action, subject) => can(actor, action, subject)
}
