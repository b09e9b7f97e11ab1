import { actorOfProfile, can, type Action, type LoadedSubject, type Subject } from '#domain/access/index.ts'
import { useProfile } from './session-store.ts'

/** @returns `can` for the signed-in user, with the rules of router and server; always false if no user is signed in */
export function useCan(): (action: Action, subject: Subject | LoadedSubject) => boolean {
  const profile = useProfile()
  if (profile === null) return () => false
  const actor = actorOfProfile(profile)
  return (action, subject) => can(actor, action, subject)
}
