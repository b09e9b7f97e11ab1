import { createContext, useContext } from 'react'
import type { Ask } from '#domain/endpoints/index.ts'
import type { Result } from '#domain/kernel/index.ts'

/**
 * Session actions for screens, implemented in src/app/main.tsx, which alone opens databases and creates the exchange.
 */
export type SessionActions = {
  /**
   * Signs in and opens the account's database. Refuses with session.* (session.second-step: continue with
   * `SecondStep`), municipality.blocked, network.unreachable or server.*
   * @param shared whether other people also use this device; undefined: as set before
   */
  signIn(email: string, password: string, shared?: boolean): Promise<Result<null>>
  /** Adopts a session obtained by a second step or in the provider's window. Refuses like `signIn`. */
  enter(shared?: boolean): Promise<Result<null>>
  /** sends requests while no one is signed in, or after a session has ended */
  readonly ask: Ask
  /** `said`: the last user to sign in said that the device is shared; `seen`: several accounts have signed in */
  sharedDevice(): 'no' | 'said' | 'seen'
  /**
   * Signs out on this device, and on the server when it is reachable. Unsent work stays with the account; on a shared
   * device, received data is deleted.
   */
  signOut(): Promise<void>
  /**
   * Sets a password with a one-time link and returns the account's email. Refuses with session.token-invalid,
   * password.too-short, network.unreachable or server.*
   */
  choosePassword(token: string, password: string): Promise<Result<{ readonly email: string }>>
  /**
   * Requests an email with a link for a new password, if the account exists. Refuses with mail.not-configured,
   * request.too-many, network.unreachable or server.*
   */
  forgotPassword(email: string): Promise<Result<null>>
  /** Single sign-on. */
  readonly sso: {
    /** the provider's name; null without a provider */
    label(): Promise<string | null>
    /** returns the provider's address, and the state that must come back to this browser */
    start(wish: { readonly again?: boolean; readonly changePassword?: boolean }): Promise<Result<SsoStarted>>
    /**
     * signs in on the server with the returned query, without opening this window's screens. Refuses with session.*
     * (session.second-step: continue with `SecondStep`)
     */
    finish(query: string): Promise<Result<null>>
  }
  /**
   * Signs out because the session was ended elsewhere, and shows this on the sign-in page. Unsent work stays with the
   * account.
   */
  leaveEnded(): Promise<void>
}

type SsoStarted = { readonly address: string; readonly state: string }

const ActionsContext = createContext<SessionActions | null>(null)

export const SessionActionsProvider = ActionsContext.Provider

export function useSessionActions(): SessionActions {
  const actions = useContext(ActionsContext)
  if (actions === null) throw new Error('SessionActionsProvider is missing')
  return actions
}
