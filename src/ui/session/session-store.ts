import { create } from 'zustand'
import type { Problem } from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'

/**
 * Part 1, point 4: unauthenticated, loading, authenticated, error. Without a network the profile that the device keeps
 * is enough to stay signed in; a 401 does not change the phase: it rests the outbox and asks for the password in place.
 */
export type SessionPhase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'authenticated'; readonly profile: Profile }
  | { readonly kind: 'error'; readonly problem: Problem }

/** The form on screen while it is being answered: a new version of the app waits until it is closed. */
export type OpenForm = { readonly template: string } | null

type SessionState = {
  readonly phase: SessionPhase
  readonly openForm: OpenForm
  /** another window, with an older app, keeps the device's tables from being brought up to date */
  readonly blockedByWindow: boolean
}

/** Session and what is open on screen, nothing else: device data comes from live queries. */
export const useSession = create<SessionState>(() => ({
  phase: { kind: 'loading' },
  openForm: null,
  blockedByWindow: false,
}))

export function setPhase(phase: SessionPhase): void {
  // Whatever it is, the tables could be read for it.
  useSession.setState({ phase, blockedByWindow: false })
}

export function setBlockedByWindow(): void {
  useSession.setState({ blockedByWindow: true })
}

/** The profile changed on the server (role, areas, name). Does nothing when no one is signed in. */
export function setProfile(profile: Profile): void {
  useSession.setState(({ phase }) =>
    phase.kind === 'authenticated' ? { phase: { kind: 'authenticated', profile } } : {},
  )
}

export function setOpenForm(openForm: OpenForm): void {
  useSession.setState({ openForm })
}

/** Who is signed in; null while no one is. */
export function useProfile(): Profile | null {
  return useSession(profileIn)
}

/** The same for what asks outside of a rendering. */
export function profileNow(): Profile | null {
  return profileIn(useSession.getState())
}

function profileIn({ phase }: SessionState): Profile | null {
  return phase.kind === 'authenticated' ? phase.profile : null
}
