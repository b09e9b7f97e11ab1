import { useMemo } from 'react'
import { WINDOW_TIMERS } from '#local/index.ts'
import { useAccount, useProfile } from '#ui/index.ts'
import type { AnsweringHost } from './session.ts'

/** Clock, chance and device of this browser, and the account's own database. */
export function useAnsweringHost(): AnsweringHost {
  const account = useAccount()
  const profile = useProfile()
  return useMemo(() => {
    const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
    return {
      local: account.local,
      random,
      // Read when it is needed: the public's is known when its database is here.
      get device() {
        return account.device
      },
      signer: profile ?? undefined,
      now: () => Date.now(),
      timers: WINDOW_TIMERS,
    }
  }, [account, profile])
}
