import { createContext, useContext } from 'react'
import type { Ask } from '#domain/api/index.ts'
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
  /** On the server if reachable. Unsent work stays under the account; a shared device loses what was received. */
  signOut(): Promise<void>
  /** Says whose it is. Refuses with session.token-invalid, password.too-short, network.unreachable or server.* */
  choosePassword(token: string, password: string): Promise<Result<{ readonly email: string }>>
  /** Mails an account its link. Refuses: mail.not-configured, request.too-many, network.unreachable, server.* */
  forgotPassword(email: string): Promise<Result<null>>
  /** Single sign-on. */
  readonly sso: {
    /** the provider's name; null where there is none */
    label(): Promise<string | null>
    /** where to go, and the state that has to come back to this browser */
    start(wish: { readonly again?: boolean; readonly changePassword?: boolean }): Promise<Result<SsoStarted>>
    /** what came back signs in, no screen opens. Refuses with session.* (session.second-step: `SecondStep` goes on) */
    finish(query: string): Promise<Result<null>>
  }
  /** Ended elsewhere: this device signs out and says so at the sign-in page. Unsent work stays under the account. */
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
