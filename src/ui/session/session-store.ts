import { create } from 'zustand'
import type { Problem } from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'

/**
 * The session states of part 1, point 4. Offline, the stored profile is sufficient to be signed in. A 401 does not
 * change the state: it pauses the outbox, and the user is asked for the password without leaving the screen.
 */
export type SessionPhase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'authenticated'; readonly profile: Profile }
  | { readonly kind: 'error'; readonly problem: Problem }

/** The form being answered. A new version of the app waits until the form is closed. */
export type OpenForm = { readonly template: string } | null

type SessionState = {
  readonly phase: SessionPhase
  readonly openForm: OpenForm
  /** whether a window with an older version of the app blocks the database upgrade */
  readonly isBlockedByOtherWindow: boolean
}

/** The session and the open form. Data on the device is not in this store, but read with live queries. */
export const useSession = create<SessionState>(() => ({
  phase: { kind: 'loading' },
  openForm: null,
  isBlockedByOtherWindow: false,
}))

export function setSessionPhase(phase: SessionPhase): void {
  // After a blocked upgrade, the next phase is set only when the database could be opened.
  useSession.setState({ phase, isBlockedByOtherWindow: false })
}

export function markBlockedByOtherWindow(): void {
  useSession.setState({ isBlockedByOtherWindow: true })
}

/** Updates the profile after a change on the server (role, areas, name). Does nothing if no one is signed in. */
export function setProfile(profile: Profile): void {
  useSession.setState(({ phase }) =>
    phase.kind === 'authenticated' ? { phase: { kind: 'authenticated', profile } } : {},
  )
}

export function setOpenForm(openForm: OpenForm): void {
  useSession.setState({ openForm })
}

/** The signed-in user; null if no user is signed in. */
export function useProfile(): Profile | null {
  return useSession(getProfile)
}

/** Like `useProfile`, outside of rendering. */
export function getCurrentProfile(): Profile | null {
  return getProfile(useSession.getState())
}

function getProfile({ phase }: SessionState): Profile | null {
  return phase.kind === 'authenticated' ? phase.profile : null
}
