import { createContext, useContext } from 'react'
import type { Ask } from '#domain/endpoints/index.ts'
import type { NudgeTopic } from '#domain/nudges/index.ts'

/** What the app hands to screens behind the sign-in; `src/app/account.ts` declares members of rooms unknown here. */
export interface Account {
  /** asks the server; screens do it by `useAsked` and `useAct` */
  readonly ask: Ask
  /** calls for as long as the page is open, when what screens show of these may have changed on the server */
  readonly onNews: (listener: (topics: readonly NudgeTopic[]) => void) => void
}

const AccountContext = createContext<Account | null>(null)

export const AccountProvider = AccountContext.Provider

/** Only on screens behind the sign-in; elsewhere there is no account, so there is no database. */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (account === null) throw new Error('useAccount is for screens behind the sign-in')
  return account
}
