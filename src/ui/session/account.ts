import { createContext, useContext } from 'react'

/**
 * What the app hands to every screen behind the sign-in: the open database of this account and the like. `src/app/account.ts` declares
 * the members, because this room must not know the rooms behind them, and a feature must not import the app.
 */
export interface Account {}

const AccountContext = createContext<Account | null>(null)

export const AccountProvider = AccountContext.Provider

/** Only on screens behind the sign-in; elsewhere there is no account, so there is no database. */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (account === null) throw new Error('useAccount is for screens behind the sign-in')
  return account
}
