import { isDeepStrictEqual } from 'node:util'
import { getFirstArea } from '#domain/places/index.ts'
import { type AnswerId, type Author, toMilliseconds } from '#domain/kernel/index.ts'
import { listLocalAnswers, readMeta } from '#local/index.ts'
import { openUpgraded } from '#tests/support/device/earlier-app.ts'
import type { SimDevice } from './device.ts'
import type { Saved } from './oracle.ts'
import type { Register } from './register.ts'
import type { RestoreOracle } from './restore-oracle.ts'
import type { ServerModel } from './server-model.ts'

type Deps = {
  readonly saved: ReadonlyMap<AnswerId, Saved>
  readonly model: ServerModel
  readonly register: Register
  readonly restores: RestoreOracle
  readonly note: (violation: string) => void
}

/** Invariant 11 for a device that has pulled: what it shows its user is true. */
export function createShownCheck({ saved, model, register, restores, note }: Deps) {
  return {
    /** Decisions about held answers have reached their devices; an author's second device may have pulled before. */
    async checkFates(device: SimDevice, author: Author): Promise<void> {
      const local = openUpgraded(author, device.disk)
      const fates = new Map((await local.database.fates.toArray()).map((fate) => [fate.answer, fate]))
      const receipts = (await local.database.received.toArray()).flatMap((row) => row.receipts)
      const received = new Set(receipts.filter(({ status }) => status === 'held').map(({ answer }) => answer))
      local.close()
      for (const { id, outcome } of model.held.values()) {
        const known = saved.get(id)
        // Not acknowledged: the device was wiped, and a tab that was frozen during the wipe sent the data in its
        // memory.
        if (known?.author !== author || known.device !== device || model.lost.has(id) || !known.acknowledged) continue
        const fate = fates.get(id)
        // Undecided: the receipt already reports it, and a tab that was frozen during the last pull need not get it
        // twice.
        if (fate === undefined && outcome.kind === 'waiting' && received.has(id)) continue
        if (!isDeepStrictEqual(fate?.outcome, outcome))
          note(`11 truthful: ${id} is ${outcome.kind}, and ${device.name} says ${fate?.outcome.kind ?? 'nothing'}`)
      }
    },

    /**
     * Deleted answers are shown only with changes that could not arrive; all of a user's own answers in their areas are
     * listed.
     */
    async checkShown(device: SimDevice, author: Author): Promise<void> {
      const local = openUpgraded(author, device.disk)
      const whole = await listLocalAnswers(local)
      const older = await local.database.olderAnswers.toArray()
      const removed = (await readMeta(local, 'removed')) === true
      local.close()
      const heard = device.line.heard.get(author) ?? 0
      for (const { id } of [...whole.filter(({ entries }) => entries.length === 0), ...older]) {
        if (heard > restores.deletedAt(id) && model.removed.has(id))
          note(`11 truthful: ${id} was deleted, and ${device.name} still shows it`)
      }
      const listed = new Set([...whole, ...older].map(({ id }) => id))
      for (const answer of model.stored.values()) {
        const { id, authorId, receivedAt } = answer
        const theirs = authorId === author && register.has(author, getFirstArea(answer))
        const since = Math.max(toMilliseconds(receivedAt), register.changedAt(author), restores.restoredAt(id))
        if (!removed && theirs && heard > since && !listed.has(id))
          note(`11 truthful: ${id} of ${author} is not listed on ${device.name}`)
      }
    },
  }
}
