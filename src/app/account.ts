import { create } from 'zustand'
import type { DeviceId } from '#domain/kernel/index.ts'
import type { Local } from '#local/index.ts'
import type { SyncTriggers } from '#sync/index.ts'
import type { Account } from '#ui/index.ts'

/** The members of what `useAccount()` gives to every screen behind the sign-in. */
declare module '#ui/session/account.ts' {
  interface Account {
    /** this account's database; live queries read it through the functions of #local */
    readonly local: Local
    readonly device: DeviceId
    /** `saved()` after each save, `sendNow()` when a person asks */
    readonly sync: Pick<SyncTriggers, 'saved' | 'sendNow'>
  }
}

/** The account whose database is open. Set before the session says "authenticated", so that no screen finds it missing. */
export const useOpenAccount = create<{ readonly account: Account | null }>(() => ({ account: null }))
