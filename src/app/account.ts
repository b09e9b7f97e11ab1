import { create } from 'zustand'
import type { Answer } from '#domain/answers/index.ts'
import type { DeviceId, MutationId, Result } from '#domain/kernel/index.ts'
import type { ChangeInput, UndraftedChangeInput, ChangeDeps, DraftedChangeFacts, Local } from '#local/index.ts'
import type { SyncTriggers } from '#sync/index.ts'
import type { Account } from '#ui/index.ts'

/** Further members of an account, whose types `#ui` cannot import. Citizens' and public pages also have an account. */
declare module '#ui/session/account.ts' {
  interface Account {
    /** this account's database, which is read with the functions of #local */
    readonly local: Local
    readonly device: DeviceId
    /** true if the browser stores nothing, so that data is lost when the page closes */
    readonly keptByPage?: boolean
    /** `saved()` is called after each save, `sendNow()` on the user's request */
    readonly sync: Pick<SyncTriggers, 'saved' | 'sendNow'>
    /**
     * fetches a file of the server with credentials that the browser does not send; resolves to undefined on failure
     */
    readonly bytes?: (address: string) => Promise<ArrayBuffer | undefined>
    /** adds a change to the outbox and sends it (`saveChange`) */
    readonly change: (
      answer: Answer,
      act: ChangeInput,
      more?: DraftedChangeFacts | UndraftedChangeInput,
    ) => Promise<Result<MutationId>>
  }
}

/**
 * The account whose database is open. Set before the phase becomes "authenticated", so that screens always have an
 * account.
 */
export const useOpenAccount = create<{ readonly account: Account | null }>(() => ({ account: null }))

/** @returns a function that adds a change to the outbox and sends it as soon as there is a network */
export function createChangeSaver(local: Local, host: ChangeDeps, sync: Account['sync']): Account['change'] {
  return async (answer, act, more) => {
    // Loads no additional file, because any screen that can change an answer has loaded this module.
    const { saveChange } = await import('#local/index.ts')
    const saved = await saveChange(local, { answer, act, more }, host)
    if (saved.ok) void sync.saved()
    return saved
  }
}
