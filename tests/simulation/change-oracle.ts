import type { Answer, Conflict } from '#domain/answers/index.ts'
import type { AnswerId, CitizenId, MutationId, Author } from '#domain/kernel/index.ts'
import type {
  AnswerChange,
  ChangeStateMutation,
  CorrectMutation,
  OutboxEntry,
  PushResult,
  StoredReceipt,
} from '#domain/sync/index.ts'
import { keys, type Write } from '#domain/store/index.ts'
import {
  behindItsAnswer,
  changesRows,
  checkCompletion,
  checkDeletion,
  checkRows,
  isGrounded,
  hadNothingToDo,
  isCertainAfter,
} from './change-laws.ts'
import type { Local } from '#local/index.ts'
import { isDeepStrictEqual } from 'node:util'
import { changedParticulars, checkEdits, checkNothingElse, recordedParticulars } from './change-places.ts'
import { checkFilesHere, checkFilesThere } from './change-files.ts'
import type { SimDevice } from './device.ts'
import { placeOf } from './place-names.ts'
import { checkRequest, checkRevision, type ShownRequest } from './request-laws.ts'
import { createRowFigures, type RowFigures } from './row-figures.ts'
import { screenOf } from './screens.ts'
import type { SimServer } from './server.ts'
import type { Town } from './town.ts'

/** A person's change of an answer that the server had. */
export type SavedChange = {
  readonly mutation: AnswerChange
  /** null: made at a desk of the office */
  readonly device: SimDevice | null
  readonly author: Author
  /** citizen who revises, as confirmed by the portal */
  readonly citizen?: CitizenId
  /** the request on the citizen's screen; missing: the current request on arrival */
  readonly shown?: ShownRequest
  /** in an app from before row ids: the removal that its author has just made on the same screen */
  readonly follows?: MutationId
  acknowledged: boolean
  /** files that it brings, by hash */
  readonly bytes?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  /** whether the device's disk has lost some of these */
  damaged?: boolean
}

/** A device's outbox entries by id, and its receipts by id. */
type InspectedOutbox = {
  readonly entries: ReadonlyMap<MutationId, OutboxEntry>
  readonly receipts: ReadonlyMap<MutationId, StoredReceipt>
}

/** Invariant 5, "no silent overwrite": computes each change's effect again, independently of the product's merge. */
export type ChangeOracle = {
  enter(change: SavedChange): void
  authorsOn(device: SimDevice): readonly Author[]
  /** an answer was stored for the first time */
  stored(answer: Answer): void
  /** an existing answer was written again */
  rewritten(before: Answer, after: Answer, writes: readonly Write[]): void
  /** an existing answer was removed */
  removed(before: Answer, writes: readonly Write[]): void
  /** a removed answer was restored */
  broughtBack(answer: Answer, writes: readonly Write[]): void
  inspect(local: Local, device: SimDevice, author: Author, outbox: InspectedOutbox): Promise<void>
  /** the device's disk has lost these bytes */
  damaged(device: SimDevice | undefined, sha256: string): void
  /** files that changes have brought to these answers */
  filesOf(has: (id: AnswerId) => boolean): readonly string[]
  /** whether a restored backup may have lost the change with this file */
  forgotten(sha256: string): boolean
  /** the device's disk is lost; with a backup, unsent data must be restored */
  wiped(device: SimDevice, withBackup: boolean): void
  /** the server has stored a receipt of this mutation without writing the answer, which it still has unchanged */
  settled(id: MutationId, result: PushResult, untouched: Answer | undefined): void
  /** @returns a function to call when the database was restored to this moment, with the answers that this loses */
  backup(): (lost: ReadonlySet<AnswerId>) => void
  /** how often users changed the same rows */
  rows(): RowFigures
  final(server: SimServer): Promise<void>
}

export function createChangeOracle(note: (violation: string) => void, withdrawn: Town['withdrawn']): ChangeOracle {
  const changes = new Map<MutationId, SavedChange>()
  /** mutations with a final result, as far as the server still knows */
  let settled = new Set<MutationId>()
  /** mutations without guarantees: lost by a disk without a backup, or by the server's restored backup */
  const excused = new Set<MutationId>()
  const gone = new Set<AnswerId>()
  const wiped = new Set<SimDevice>()
  /** rejected mutations, which their author sees */
  const stopped = new Set<MutationId>()
  /** all versions of each answer, including those lost by a restored backup */
  const versions = new Map<AnswerId, Answer[]>()
  let tookEffect = new Set<MutationId>()
  let restored = false
  const rows = createRowFigures()

  function remember(answer: Answer): void {
    const known = versions.get(answer.id)
    if (known === undefined) versions.set(answer.id, [answer])
    else known.push(answer)
  }

  /** The change behind a write to an existing answer: permitted, applied once, with the previous version kept. */
  function meant(before: Answer, writes: readonly Write[]): SavedChange | undefined {
    const receipt = writes.find((write) => write.key.startsWith('receipts/'))
    const id = (receipt?.key.split('/')[1] ?? '') as MutationId
    const known = changes.get(id)
    if (known === undefined) {
      note(`2 exactly once: ${before.id} was written again by no change that anybody made`)
      return undefined
    }
    if (known.mutation.answer !== before.id)
      note(`2 exactly once: ${id} was meant for another answer than ${before.id}`)
    if (tookEffect.has(id)) note(`2 exactly once: ${id} took effect twice`)
    tookEffect.add(id)
    const kept = writes.some((write) => write.key === keys.answerVersion(before.id, before.version))
    if (!kept) note(`5 no silent overwrite: version ${before.version} of ${before.id} was not kept`)
    return known
  }

  function rewritten(before: Answer, after: Answer, writes: readonly Write[]): void {
    remember(after)
    const known = meant(before, writes)
    if (known === undefined) return
    const { mutation } = known
    if (after.version !== before.version + 1)
      note(`5 no silent overwrite: ${after.id} went from version ${before.version} to ${after.version}`)
    const { kind, by } = after.changedBy ?? {}
    if (kind !== mutation.kind || (known.citizen === undefined && by?.username !== known.author))
      note(
        `7 own author: version ${after.version} of ${after.id} does not say that ${known.author} made it by ${mutation.id}`,
      )
    checkNothingElse(mutation, before, after, note)
    if ('correction' in mutation) {
      const isCertain = isCertainAfter(known, versions.get(after.id) ?? [], tookEffect)
      const mayBeHeld = !isCertain && changesRows(changes.values(), known)
      checkEdits({ ...mutation, mayBeHeld, isCertain }, before, after, note)
    }
    checkRows(after, note)
    rows.counted(known, before, after)
    checkConflicts(mutation, before, after)
    switch (mutation.kind) {
      case 'answer.correct':
        return checkRecord(mutation, known.author, before, after)
      case 'answer.changeState':
        return checkState(mutation, before, after)
      case 'answer.edit':
        return checkCompletion(mutation, before, after, note)
      case 'answer.requestChanges':
        return checkRequest(mutation, before, after, note)
      case 'answer.revise':
        return checkRevision(mutation, known, [before, after], note)
      case 'answer.delete':
        return note(`5 no silent overwrite: ${mutation.id} was to delete ${before.id}, and has changed it`)
      case 'answer.sendCopy':
        return note(`5 no silent overwrite: ${mutation.id} was to send ${before.id}, and has changed it`)
    }
  }

  /** Checks that conflicts stay unchanged, except those that a correction names. */
  function checkConflicts(mutation: AnswerChange, before: Answer, after: Answer): void {
    const resolves = mutation.kind === 'answer.correct' ? mutation.resolves : []
    for (const conflict of before.conflicts) {
      const named = resolves.some(
        (one) => one.mutation === conflict.mutation && (one.at === null || one.at === placeOf(conflict)),
      )
      const now = after.conflicts.find(
        (one) => one.mutation === conflict.mutation && one.kind === conflict.kind && placeOf(one) === placeOf(conflict),
      )
      if (now === undefined) note(`5 no silent overwrite: a conflict of ${before.id} has vanished`)
      else if ((now.resolved !== undefined) !== (named || conflict.resolved !== undefined))
        note(`5 no silent overwrite: ${mutation.id} decided what it does not name, or not what it names`)
    }
  }

  /** Checks that a correction with any effect beyond conflicts is recorded once, under its author's name. */
  function checkRecord(mutation: CorrectMutation, author: Author, before: Answer, after: Answer): void {
    const decided = before.conflicts.some(
      (one, index) => one.resolved === undefined && after.conflicts[index]?.resolved !== undefined,
    )
    const added = after.editsBySupervisor.slice(before.editsBySupervisor.length)
    const details = changedParticulars(mutation, before, after)
    const isChanged = JSON.stringify(before.secciones) !== JSON.stringify(after.secciones)
    const expected = decided || isChanged || Object.keys(details).length > 0 ? 1 : 0
    if (added.length !== expected || added.some(({ madeBy }) => madeBy.username !== author))
      note(`5 no silent overwrite: ${mutation.id} is not on the record`)
    else if (!isDeepStrictEqual(recordedParticulars(added[0]), details))
      note(`5 no silent overwrite: the record of ${mutation.id} says something else of whom and what it is about`)
  }

  function checkState({ id, to }: ChangeStateMutation, before: Answer, after: Answer): void {
    const current = before.estados?.disponibles.find((state) => state.id === before.estados?.actual)
    const allowed = current?.transiciones.includes(to) === true
    if (allowed && after.estados?.actual !== to) note(`5 no silent overwrite: ${id} did not take effect`)
    if (!allowed && after.estados?.actual !== before.estados?.actual)
      note(`5 no silent overwrite: ${id} made a transition that the form does not have`)
    const conflict = (one: Conflict): boolean => one.kind === 'state' && one.mutation === id
    if (!allowed && !after.conflicts.some(conflict)) note(`5 no silent overwrite: what ${id} wanted has vanished`)
  }

  function historyOf({ mutation, author, shown }: SavedChange) {
    const known = versions.get(mutation.answer) ?? []
    // A restored database may have met the change with any earlier version.
    return {
      author,
      shown,
      wasWithdrawn: withdrawn.ever.has(author),
      isGone: gone.has(mutation.answer),
      restored,
      screen: screenOf(mutation, known),
      met: restored ? known : known.filter(({ version }) => version >= mutation.base),
    }
  }

  return {
    enter: (change) => changes.set(change.mutation.id, change),
    authorsOn: (device) => [...changes.values()].filter((one) => one.device === device).map((one) => one.author),
    stored: remember,
    rewritten,
    removed: (before, writes) => {
      gone.add(before.id)
      const known = meant(before, writes)
      if (known === undefined) return
      if (known.mutation.kind === 'answer.delete') checkDeletion(known.mutation, versions.get(before.id), before, note)
      else note(`1 nothing lost: ${known.mutation.id} was no deletion, and ${before.id} is gone`)
    },
    broughtBack: (answer, writes) => {
      for (const write of writes)
        if (write.kind === 'set' && write.key.startsWith(`${keys.answer(answer.id)}/`))
          remember(write.document as Answer)
      remember(answer)
    },
    inspect: async (local, device, author, { entries, receipts }) => {
      for (const change of changes.values()) {
        const { mutation, acknowledged, ...one } = change
        if (one.device !== device || one.author !== author || !acknowledged || excused.has(mutation.id)) continue
        const entry = entries.get(mutation.id)
        if (entry === undefined && !receipts.has(mutation.id) && !(wiped.has(device) && settled.has(mutation.id)))
          note(`1 nothing lost: the change ${mutation.id} is gone from ${device.name}`)
        if (entry !== undefined) await checkFilesHere(change, local, note)
        // A change waits for an answer that its device could not send. The reason is checked with the answer.
        if (entry?.state.kind === 'waiting' && behindItsAnswer(entries, mutation.answer)) stopped.add(mutation.id)
        else if (entry?.state.kind !== 'quarantined') stopped.delete(mutation.id)
        else if (one.damaged === true && entry.state.problem.code === 'file.unreadable') stopped.add(mutation.id)
        else if (isGrounded(mutation, entry.state.problem.code, historyOf(change))) stopped.add(mutation.id)
        else note(`10 liveness: the change ${mutation.id} is quarantined (${entry.state.problem.code})`)
      }
    },
    wiped: (device, withBackup) => {
      wiped.add(device)
      if (withBackup) return
      for (const { mutation, ...one } of changes.values())
        if (one.device === device && !settled.has(mutation.id)) excused.add(mutation.id)
    },
    settled: (id, { status }, untouched) => {
      settled.add(id)
      const known = changes.get(id)
      if (known === undefined || untouched === undefined) return
      if (status !== 'applied' || !hadNothingToDo(known.mutation, untouched))
        note(`2 exactly once: ${id} has a receipt and took no effect`)
    },
    backup: () => {
      const [kept, keptEffects] = [new Set(settled), new Set(tookEffect)]
      return (lost) => {
        restored = true
        tookEffect = new Set(keptEffects)
        for (const id of settled) if (!kept.has(id)) excused.add(id)
        for (const id of lost) gone.add(id)
        settled = new Set(kept)
      }
    },
    rows: rows.figures,
    damaged: (device, sha256) => {
      for (const one of changes.values())
        if (one.device === device && one.bytes?.has(sha256) === true) one.damaged = true
    },
    filesOf: (has) =>
      [...tookEffect].flatMap((id) => {
        const mutation = changes.get(id)?.mutation
        return mutation !== undefined && has(mutation.answer) ? mutation.files.map(({ sha256 }) => sha256) : []
      }),
    forgotten: (sha256) => restored && [...changes.values()].some(({ bytes }) => bytes?.has(sha256) === true),
    final: async ({ store, files }) => {
      for (const id of tookEffect) await checkFilesThere(changes.get(id), files, note)
      for (const { mutation, acknowledged } of changes.values()) {
        if (!acknowledged || stopped.has(mutation.id) || excused.has(mutation.id)) continue
        if ((await store.get(keys.receipt(mutation.id))) === undefined)
          note(`10 liveness: the change ${mutation.id} never arrived`)
      }
    },
  }
}
