import { actorOfProfile, can, type Action, type LoadedSubject, type Subject } from '#domain/access/index.ts'
import { useProfile } from './session-store.ts'

/** @returns `can` for the signed-in user, by the rules of router and server; nothing is allowed without a user */
export function useCan(): (action: Action, subject: Subject | LoadedSubject) => boolean {
  const profile = useProfile()
  if (profile === null) return () => false
  const actor = actorOfProfile(profile)
  return (action, subject) => can(actor, action, subject)
}
