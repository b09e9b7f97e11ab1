import { actorOfProfile, can, type Action, type Loaded, type Subject } from '#domain/access/index.ts'
import { useProfile } from './session-store.ts'

/** @returns `can` for the signed-in user, with the rules of router and server; without a user nothing is allowed */
export function useCan(): (action: Action, subject: Subject | Loaded) => boolean {
  const profile = useProfile()
  if (profile === null) return () => false
  const actor = actorOfProfile(profile)
  return (action, subject) => can(actor, action, subject)
}
