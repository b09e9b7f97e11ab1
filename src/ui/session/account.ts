import { createContext, useContext } from 'react'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { NudgeTopic } from '#domain/nudges/index.ts'

/**
 * The account of a page: the signed-in user, a citizen, or the public. `src/app/account.ts` declares further members,
 * whose modules cannot be imported here.
 */
export interface Account {
  /** sends requests; screens use `useEndpointData` and `useEndpointCall` */
  readonly ask: RequestSender
  /** registers a listener, called when data about these topics may have changed on the server */
  readonly onNews: (listener: (topics: readonly NudgeTopic[]) => void) => void
}

const AccountContext = createContext<Account | null>(null)

export const AccountProvider = AccountContext.Provider

/** Returns the page's account. Throws if it has none, as on the sign-in page and in the preview of a form. */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (account === null) throw new Error('useAccount is for screens behind the sign-in')
  return account
}

/** Returns a function that sends requests. Undefined without an account, for example in the preview of a form. */
export function useOptionalRequestSender(): RequestSender | undefined {
  return useContext(AccountContext)?.ask
}
