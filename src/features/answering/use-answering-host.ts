import { useMemo } from 'react'
import { useAccount, useProfile } from '#ui/index.ts'
import type { AnsweringHost } from './session.ts'

/** Clock, chance and device of this browser, and the account's own database. */
export function useAnsweringHost(): AnsweringHost {
  const { local, device } = useAccount()
  const profile = useProfile()
  return useMemo(() => {
    const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
    return {
      local,
      random,
      device,
      signer: profile ?? undefined,
      now: () => Date.now(),
      timers: {
        set: (run, milliseconds) => setTimeout(run, milliseconds),
        clear: (timer) => clearTimeout(timer as number),
      },
    }
  }, [local, device, profile])
}
