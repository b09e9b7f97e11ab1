import { create } from 'zustand'
import type { Problem } from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'

/**
 * The session states of part 1, point 4: unauthenticated, loading, authenticated, error. Without a network the stored
 * profile suffices to stay signed in. A 401 does not change the phase: it pauses the outbox and asks for the password
 * in place.
 */
export type SessionPhase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'authenticated'; readonly profile: Profile }
  | { readonly kind: 'error'; readonly problem: Problem }

/** The form being answered: a new version of the app waits until it is closed. */
export type OpenForm = { readonly template: string } | null

type SessionState = {
  readonly phase: SessionPhase
  readonly openForm: OpenForm
  /** another window with an older app blocks the update of the device's tables */
  readonly blockedByWindow: boolean
}

/** The session and the open form only: device data comes from live queries. */
export const useSession = create<SessionState>(() => ({
  phase: { kind: 'loading' },
  openForm: null,
  blockedByWindow: false,
}))

export function setPhase(phase: SessionPhase): void {
  // A known phase means that the tables could be read.
  useSession.setState({ phase, blockedByWindow: false })
}

export function setBlockedByWindow(): void {
  useSession.setState({ blockedByWindow: true })
}

/** Updates the profile after a change on the server (role, areas, name). Does nothing when no one is signed in. */
export function setProfile(profile: Profile): void {
  useSession.setState(({ phase }) =>
    phase.kind === 'authenticated' ? { phase: { kind: 'authenticated', profile } } : {},
  )
}

export function setOpenForm(openForm: OpenForm): void {
  useSession.setState({ openForm })
}

/** The signed-in user; null without one. */
export function useProfile(): Profile | null {
  return useSession(profileIn)
}

/** Like `useProfile`, outside of rendering. */
export function profileNow(): Profile | null {
  return profileIn(useSession.getState())
}

function profileIn({ phase }: SessionState): Profile | null {
  return phase.kind === 'authenticated' ? phase.profile : null
}
