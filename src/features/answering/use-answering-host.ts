import { useMemo } from 'react'
import { WINDOW_TIMERS } from '#local/index.ts'
import { useAccount, useProfile } from '#ui/index.ts'
import type { AnsweringHost } from './session.ts'

/** Clock, randomness and device of this browser, and the account's database. */
export function useAnsweringHost(): AnsweringHost {
  const account = useAccount()
  const profile = useProfile()
  return useMemo(() => {
    const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
    return {
      local: account.local,
      random,
      // A getter, as the public pages know the device only once the database is open.
      get device() {
        return account.device
      },
      signer: profile ?? undefined,
      now: () => Date.now(),
      timers: WINDOW_TIMERS,
    }
  }, [account, profile])
}
