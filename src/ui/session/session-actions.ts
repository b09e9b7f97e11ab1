import { createContext, useContext } from 'react'
import type { Ask } from '#domain/endpoints/index.ts'
import type { Result } from '#domain/kernel/index.ts'

/** What screens may ask of the session; src/app/main.tsx does it: it alone opens databases and talks to the server. */
export type SessionActions = {
  /**
   * Signs in and opens the account's database. Refuses with session.* (session.second-step: `SecondStep` goes on),
   * municipality.blocked, network.unreachable or server.*
   * @param shared whether other people use this device, too; undefined: as it was said before
   */
  signIn(email: string, password: string, shared?: boolean): Promise<Result<null>>
  /** Takes up the session got meanwhile, by a second step or in the provider's window. As after `signIn`. */
  enter(shared?: boolean): Promise<Result<null>>
  /** asks the server while no one is signed in, or over a session that is over */
  readonly ask: Ask
  /** `said`: the last account to sign in said that other people use this device, too; `seen`: several have */
  sharedDevice(): 'no' | 'said' | 'seen'
  /**
   * Signs out on this device, and on the server when it can be reached. Unsent work stays under the account; from a
   * shared device, what was received goes.
   */
  signOut(): Promise<void>
  /**
   * Sets a password with a one-time link, and says who signs in with it. Refuses with session.token-invalid,
   * password.too-short, network.unreachable or server.*
   */
  choosePassword(token: string, password: string): Promise<Result<{ readonly email: string }>>
  /**
   * Has a link for a new password mailed to an account, if there is one. Refuses with mail.not-configured,
   * request.too-many, network.unreachable or server.*
   */
  forgotPassword(email: string): Promise<Result<null>>
  /** Single sign-on. */
  readonly sso: {
    /** the provider's name; null where there is none */
    label(): Promise<string | null>
    /** where to go, and the state that has to come back to this browser */
    start(wish: { readonly again?: boolean; readonly changePassword?: boolean }): Promise<Result<SsoStarted>>
    /**
     * the server signs in with what came back; this window's screens stay closed. Refuses with session.*
     * (session.second-step: `SecondStep` goes on)
     */
    finish(query: string): Promise<Result<null>>
  }
  /**
   * The session was ended from elsewhere: this device signs out, and says so at the sign-in page. Unsent work
   * stays under the account.
   */
  leaveEnded(): Promise<void>
}

export type SsoStarted = { readonly address: string; readonly state: string }

const ActionsContext = createContext<SessionActions | null>(null)

export const SessionActionsProvider = ActionsContext.Provider

export function useSessionActions(): SessionActions {
  const actions = useContext(ActionsContext)
  if (actions === null) throw new Error('SessionActionsProvider is missing')
  return actions
}
