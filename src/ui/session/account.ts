import { createContext, useContext } from 'react'
import type { Ask } from '#domain/endpoints/index.ts'
import type { NudgeTopic } from '#domain/nudges/index.ts'

/**
 * The account that screens behind the sign-in receive; `src/app/account.ts` declares members of modules unknown here.
 */
export interface Account {
  /** sends requests; screens use `useAsked` and `useAct` */
  readonly ask: Ask
  /** calls the listener, while the page is open, when data about these topics may have changed on the server */
  readonly onNews: (listener: (topics: readonly NudgeTopic[]) => void) => void
}

const AccountContext = createContext<Account | null>(null)

export const AccountProvider = AccountContext.Provider

/** For screens behind the sign-in only; elsewhere there is no account and no database. */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (account === null) throw new Error('useAccount is for screens behind the sign-in')
  return account
}
