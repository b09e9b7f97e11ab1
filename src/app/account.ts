import { create } from 'zustand'
import type { Answer } from '#domain/answers/index.ts'
import type { DeviceId, MutationId, Result } from '#domain/kernel/index.ts'
import type { Act, Brought, ChangeHost, Drafted, Local } from '#local/index.ts'
import type { SyncTriggers } from '#sync/index.ts'
import type { Account } from '#ui/index.ts'

/** The members that `useAccount()` gives to every screen behind the sign-in. */
declare module '#ui/session/account.ts' {
  interface Account {
    /** this account's database; live queries read it through the functions of #local */
    readonly local: Local
    readonly device: DeviceId
    /** true when the browser stores nothing: written data lasts as long as the page */
    readonly keptByPage?: boolean
    /** `saved()` after each save, `sendNow()` on the user's request */
    readonly sync: Pick<SyncTriggers, 'saved' | 'sendNow'>
    /** fetches a server file that needs more than the browser's own credentials; undefined when not available */
    readonly bytes?: (address: string) => Promise<ArrayBuffer | undefined>
    /** puts a change into the outbox and sends it; see `saveChange` */
    readonly change: (answer: Answer, act: Act, more?: Drafted | Brought) => Promise<Result<MutationId>>
  }
}

/** The account whose database is open. Set before the session is "authenticated", so that no screen misses it. */
export const useOpenAccount = create<{ readonly account: Account | null }>(() => ({ account: null }))

/** @returns a function that puts a change into the outbox and sends it as soon as there is a network */
export function changeMaker(local: Local, host: ChangeHost, sync: Account['sync']): Account['change'] {
  return async (answer, act, more) => {
    // Loaded with the first screen that can change an answer, so it is available here.
    const { saveChange } = await import('#local/index.ts')
    const saved = await saveChange(local, { answer, act, more }, host)
    if (saved.ok) void sync.saved()
    return saved
  }
}
