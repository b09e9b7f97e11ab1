import { createContext, useContext } from 'react'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { Result } from '#domain/kernel/index.ts'

/**
 * Session actions for screens. Implemented in src/app/main.tsx, which opens the databases of the staff app and starts
 * its exchange with the server.
 */
export type SessionActions = {
  /**
   * Signs in and opens the account's database. Refuses with session.* (session.second-step: continue with
   * `LazySecondStep`), municipality.blocked, network.unreachable or server.*
   * @param shared whether other people use this device as well; if undefined, as set before
   */
  signIn(email: string, password: string, shared?: boolean): Promise<Result<null>>
  /** Adopts a session obtained by a second step or in the provider's window. Refuses like `signIn`. */
  enter(shared?: boolean): Promise<Result<null>>
  /** sends requests while no one is signed in, or after a session has ended */
  readonly ask: RequestSender
  /** `said` if the last user who signed in marked the device as shared, `seen` if several accounts have signed in */
  sharedDevice(): 'no' | 'said' | 'seen'
  /**
   * Signs out on this device, and on the server if it is reachable. Keeps the account's unsent work. Deletes received
   * data on a shared device.
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
    /** the name of the provider; null without a provider */
    label(): Promise<string | null>
    /** returns the provider's address, and the state that the provider must return */
    start(input: { readonly again?: boolean; readonly changePassword?: boolean }): Promise<Result<SsoStarted>>
    /**
     * signs in on the server with the query that the provider returned, without opening screens in this window. Refuses
     * with session.* (session.second-step: continue with `LazySecondStep`)
     */
    finish(query: string): Promise<Result<null>>
  }
  /**
   * Signs out because the session was ended elsewhere, and shows this on the sign-in page. Keeps the account's unsent
   * work.
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
