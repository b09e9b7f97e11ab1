import { useMemo } from 'react'
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
      timers: {
        set: (run, milliseconds) => setTimeout(run, milliseconds),
        clear: (timer) => clearTimeout(timer as number),
      },
    }
  }, [account, profile])
}
