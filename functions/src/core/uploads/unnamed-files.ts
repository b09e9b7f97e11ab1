import type { Sha256, Author } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { forgetFile } from './orphans.ts'

type Sent = { readonly bytes: number; readonly at: number }

export type UnnamedFiles = {
  /**
   * Makes room for a file that is about to be sealed: of what the account has sent and named in no answer, its oldest go. Outside `inOrderOf` only, because
   * forgetting one file waits for whoever seals it.
   */
  makeRoom(author: Author, bytes: number): Promise<void>
  sealed(author: Author, sha256: Sha256, bytes: number): void
}

/** With each file so many of those before are asked after: what has been named meanwhile is not remembered any longer. */
const ASKED_AFTER = 3

/**
 * Bounds what one account can put on the disk without naming it in an answer. Refusing the newest would keep a device whose answers were never finished from
 * sending any more. Kept in memory, as uploads under way are: a restart counts anew, and what was left before goes within a week. Refused: an index by author,
 * which each file would pay for.
 */
export function createUnnamedFiles({ ports, tuning }: Pick<Core, 'ports' | 'tuning'>): UnnamedFiles {
  const { store, clock } = ports
  const accounts = new Map<Author, Map<Sha256, Sent>>()

  /** When the file goes; undefined when an answer has named it, or it has gone. */
  async function endOf(author: Author, sha256: Sha256): Promise<string | undefined> {
    return (await store.get(keys.file(author, sha256)))?.expiresAt
  }

  /** In turns, so that one that is never named does not hide those after it. */
  async function askAfter(author: Author, own: Map<Sha256, Sent>): Promise<void> {
    for (const [sha256, sent] of [...own].slice(0, ASKED_AFTER)) {
      const end = await endOf(author, sha256)
      own.delete(sha256)
      if (end !== undefined) own.set(sha256, sent)
    }
  }

  async function forgetOldest(author: Author, own: Map<Sha256, Sent>, bytes: number): Promise<void> {
    let total = [...own.values()].reduce((sum, sent) => sum + sent.bytes, bytes)
    if (own.size < tuning.unnamedFiles && total <= tuning.unnamedBytes) return
    for (const [sha256, sent] of [...own].sort(([, a], [, b]) => a.at - b.at)) {
      if (own.size < tuning.unnamedFiles && total <= tuning.unnamedBytes) return
      const end = await endOf(author, sha256)
      if (end !== undefined) await forgetFile(ports, { key: keys.file(author, sha256), document: { sha256 } }, end)
      own.delete(sha256)
      total -= sent.bytes
    }
  }

  return {
    makeRoom: async (author, bytes) => {
      const own = accounts.get(author)
      if (own === undefined) return
      await askAfter(author, own)
      await forgetOldest(author, own, bytes)
      if (own.size === 0) accounts.delete(author)
    },
    sealed: (author, sha256, bytes) => {
      const own = accounts.get(author) ?? new Map<Sha256, Sent>()
      accounts.set(author, own)
      own.set(sha256, { bytes, at: clock() })
    },
  }
}
