import { contentOf } from '#domain/answering/index.ts'
import { sameValue } from '#domain/corrections/index.ts'
import type { Answer, Conflict } from '#domain/documents/index.ts'
import type { AnswerId, MutationId } from '#domain/kernel/index.ts'
import { type Author, type ChangeState, type Correct, keys, type OutboxEntry, type StoredReceipt, type Write } from '#domain/sync/index.ts'
import type { SimDevice } from './device.ts'
import type { SimServer } from './server.ts'

/** A correction or a change of state that somebody of this world made. */
export type SavedChange = {
  readonly mutation: Correct | ChangeState
  /** null: made at a desk of the office */
  readonly device: SimDevice | null
  readonly author: Author
  acknowledged: boolean
}

/** Invariant 5, "no silent overwrite": what each change did to the answer is worked out again, apart from the product's own merge. */
export type ChangeOracle = {
  enter(change: SavedChange): void
  authorsOn(device: SimDevice): readonly Author[]
  /** an answer that the server had has been written again */
  rewritten(before: Answer, after: Answer, writes: readonly Write[]): void
  inspect(device: SimDevice, author: Author, entries: ReadonlyMap<MutationId, OutboxEntry>, receipts: ReadonlyMap<MutationId, StoredReceipt>): void
  /** the device's disk is gone; with a backup, what had not arrived must come back */
  wiped(device: SimDevice, withBackup: boolean): void
  /** the server has stored a receipt of this mutation */
  settled(id: MutationId): void
  /** @returns to be called when the server's database was brought back to this moment, with the answers that it has forgotten */
  backup(): (lost: ReadonlySet<AnswerId>) => void
  final(server: SimServer): Promise<void>
}

/** What may stop a change for good in this world: rights that were withdrawn when it arrived. Its author sees it in quarantine. */
const LEGITIMATE = new Set(['access.forbidden', 'answer.transition-not-allowed'])

export function createChangeOracle(note: (violation: string) => void): ChangeOracle {
  const changes = new Map<MutationId, SavedChange>()
  /** judged for good, as far as the server still knows */
  let settled = new Set<MutationId>()
  /** nothing is promised about these: a disk without a backup or the server's own restored one has swallowed them */
  const excused = new Set<MutationId>()
  const gone = new Set<AnswerId>()
  const wipedDevices = new Set<SimDevice>()
  /** stopped for good, where its author sees it */
  const stopped = new Set<MutationId>()

  function rewritten(before: Answer, after: Answer, writes: readonly Write[]): void {
    const receipt = writes.find((write) => write.key.startsWith('receipts/'))
    const id = (receipt?.key.split('/')[1] ?? '') as MutationId
    const known = changes.get(id)
    if (known === undefined) return note(`2 exactly once: ${after.id} was written again by no change that anybody made`)
    if (after.version !== before.version + 1) note(`5 no silent overwrite: ${after.id} went from version ${before.version} to ${after.version}`)
    const kept = writes.some((write) => write.key === keys.answerVersion(before.id, before.version))
    if (!kept) note(`5 no silent overwrite: version ${before.version} of ${before.id} was not kept`)
    if (known.mutation.kind === 'answer.correct') checkCorrection(known.mutation, before, after)
    else checkState(known.mutation, before, after)
  }

  function checkCorrection(mutation: Correct, before: Answer, after: Answer): void {
    const [was, is] = [contentOf(before).values, contentOf(after).values]
    for (const edit of mutation.correction.values) {
      const [old, now] = [was[edit.at] ?? null, is[edit.at] ?? null]
      const free = sameValue(old, edit.seen) || sameValue(old, edit.value)
      if (free && !sameValue(now, edit.value)) note(`5 no silent overwrite: ${mutation.id} did not take effect at ${edit.at}`)
      if (!free && !sameValue(now, old)) note(`5 no silent overwrite: ${mutation.id} replaced what its author had not seen at ${edit.at}`)
      const conflict = after.conflicts.some((one) => one.kind === 'value' && one.mutation === mutation.id && sameValue(one.proposed, edit.value))
      if (!free && !conflict) note(`5 no silent overwrite: what ${mutation.id} wanted at ${edit.at} has vanished`)
    }
    const touched = new Set<string>(mutation.correction.values.map((edit) => edit.at))
    const others = [...new Set([...Object.keys(was), ...Object.keys(is)])] as (keyof typeof was)[]
    for (const conflict of before.conflicts) {
      const named = mutation.resolves.some((one) => one.mutation === conflict.mutation && (one.at === null || one.at === placeOf(conflict)))
      const now = after.conflicts.find((one) => one.mutation === conflict.mutation && one.kind === conflict.kind && sameConflict(one, conflict))
      if (now === undefined) note(`5 no silent overwrite: a conflict of ${before.id} has vanished`)
      else if ((now.resolved !== undefined) !== (named || conflict.resolved !== undefined)) note(`5 no silent overwrite: ${mutation.id} decided what it does not name, or not what it names`)
    }
    const moved = others.find((at) => !touched.has(at) && !sameValue(was[at] ?? null, is[at] ?? null))
    if (moved !== undefined) note(`5 no silent overwrite: ${mutation.id} changed ${moved}, which it does not name`)
  }

  function checkState({ id, to }: ChangeState, before: Answer, after: Answer): void {
    const current = before.estados?.disponibles.find((state) => state.id === before.estados?.actual)
    const allowed = current?.transiciones.includes(to) === true
    if (allowed && after.estados?.actual !== to) note(`5 no silent overwrite: ${id} did not take effect`)
    if (!allowed && after.estados?.actual !== before.estados?.actual) note(`5 no silent overwrite: ${id} made a transition that the form does not have`)
    const conflict = (one: Conflict): boolean => one.kind === 'state' && one.mutation === id
    if (!allowed && !after.conflicts.some(conflict)) note(`5 no silent overwrite: what ${id} wanted has vanished`)
  }

  return {
    enter: (change) => changes.set(change.mutation.id, change),
    authorsOn: (device) => [...changes.values()].filter((one) => one.device === device).map((one) => one.author),
    rewritten,
    inspect: (device, author, entries, receipts) => {
      for (const { mutation, acknowledged, ...one } of changes.values()) {
        if (one.device !== device || one.author !== author || !acknowledged) continue
        const entry = entries.get(mutation.id)
        if (excused.has(mutation.id)) continue
        if (entry === undefined && !receipts.has(mutation.id) && !(wipedDevices.has(device) && settled.has(mutation.id))) note(`1 nothing lost: the change ${mutation.id} is gone from ${device.name}`)
        // A change to an answer that its own device could not send waits behind it: the answer shows the reason, and whether that is a good one is asked there.
        if (entry?.state.kind === 'waiting' && behindItsAnswer(entries, mutation.answer)) stopped.add(mutation.id)
        else if (entry?.state.kind !== 'quarantined') stopped.delete(mutation.id)
        else if (LEGITIMATE.has(entry.state.problem.code) || (gone.has(mutation.answer) && entry.state.problem.code === 'answer.missing')) stopped.add(mutation.id)
        else note(`10 liveness: the change ${mutation.id} is quarantined (${entry.state.problem.code})`)
      }
    },
    wiped: (device, withBackup) => {
      wipedDevices.add(device)
      if (withBackup) return
      for (const { mutation, ...one } of changes.values()) if (one.device === device && !settled.has(mutation.id)) excused.add(mutation.id)
    },
    settled: (id) => settled.add(id),
    backup: () => {
      const kept = new Set(settled)
      return (lost) => {
        for (const id of settled) if (!kept.has(id)) excused.add(id)
        for (const id of lost) gone.add(id)
        settled = new Set(kept)
      }
    },
    final: async ({ store }) => {
      for (const { mutation, acknowledged } of changes.values()) {
        if (!acknowledged || stopped.has(mutation.id) || excused.has(mutation.id)) continue
        if ((await store.get(keys.receipt(mutation.id))) === undefined) note(`10 liveness: the change ${mutation.id} never arrived`)
      }
    },
  }
}

function behindItsAnswer(entries: ReadonlyMap<MutationId, OutboxEntry>, answer: AnswerId): boolean {
  return [...entries.values()].some((entry) => entry.answer === answer && entry.mutation.kind === 'answer.submit' && entry.state.kind === 'quarantined')
}

/** The same place of the same answer: conflicts have no id of their own. */
function sameConflict(one: Conflict, other: Conflict): boolean {
  return placeOf(one) === placeOf(other)
}

function placeOf(conflict: Conflict): string {
  if (conflict.kind === 'value') return conflict.address
  if (conflict.kind === 'condition') return `${conflict.section}?${conflict.condition}`
  return conflict.kind === 'rows' ? `${conflict.section}#` : conflict.kind
}
