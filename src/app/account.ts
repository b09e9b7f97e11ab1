import { create } from 'zustand'
import type { Answer } from '#domain/answers/index.ts'
import type { DeviceId, MutationId, Result } from '#domain/kernel/index.ts'
import type { Act, Brought, ChangeHost, Drafted, Local } from '#local/index.ts'
import type { SyncTriggers } from '#sync/index.ts'
import type { Account } from '#ui/index.ts'

/** The members of what `useAccount()` gives to every screen behind the sign-in. */
declare module '#ui/session/account.ts' {
  interface Account {
    /** this account's database; live queries read it through the functions of #local */
    readonly local: Local
    readonly device: DeviceId
    /** the browser keeps nothing here: what is written lasts as long as the page */
    readonly keptByPage?: boolean
    /** `saved()` after each save, `sendNow()` when a person asks */
    readonly sync: Pick<SyncTriggers, 'saved' | 'sendNow'>
    /** a file of the server, where it needs more than the browser sends by itself; undefined when not to be had */
    readonly bytes?: (address: string) => Promise<ArrayBuffer | undefined>
    /** puts a change into the outbox and has it sent; see `saveChange` */
    readonly change: (answer: Answer, act: Act, more?: Drafted | Brought) => Promise<Result<MutationId>>
  }
}

/** The account whose database is open, set before the session says "authenticated": no screen finds it missing. */
export const useOpenAccount = create<{ readonly account: Account | null }>(() => ({ account: null }))

/** @returns what screens change answers with: into the outbox, and off as soon as there is a network */
export function changeMaker(local: Local, host: ChangeHost, sync: Account['sync']): Account['change'] {
  return async (answer, act, more) => {
    // It comes with the first screen that changes something, and is here by then.
    const { saveChange } = await import('#local/index.ts')
    const saved = await saveChange(local, answer, act, host, more)
    if (saved.ok) void sync.saved()
    return saved
  }
}
