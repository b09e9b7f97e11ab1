import type { FileClaim } from '#domain/answering/index.ts'
import type { RevisionRefusalReason } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  generateMutationId,
  ok,
  toInstant,
  type AnswerId,
  type DeviceId,
  type Instant,
  type MutationId,
  type Problem,
  type Result,
} from '#domain/kernel/index.ts'
import type { AnswerChange } from '#domain/sync/index.ts'
import { storeLocalCopy } from './copies.ts'
import type { CapturedFile } from './files.ts'
import { runWrite, type Local } from './local.ts'
import { readMeta } from './meta.ts'
import { watchQuery } from './live.ts'
import { loadAnswer } from './reads.ts'
import { saveAnswer } from './save-answer.ts'

/** A change to an answer, without its author, time and base version. */
export type ChangeInput = AnswerChange extends infer One
  ? One extends AnswerChange
    ? Omit<One, ChangeBase>
    : never
  : never
type ChangeBase =
  | 'id'
  | 'author'
  | 'device'
  | 'clock'
  | 'offset'
  | 'answer'
  | 'template'
  | 'version'
  | 'base'
  | 'baseAt'
  | 'rowIds'
  | 'files'

/** Clock, random source and device id, injected by the caller. */
export type ChangeDeps = {
  readonly device: DeviceId
  /** current time in milliseconds */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
}

/** Input of a change that was not drafted. */
export type UndraftedChangeInput = {
  /** files of the change that are not stored yet */
  readonly newFiles: readonly CapturedFile[]
  /** undo period in milliseconds: the change stays in the outbox that long before it can be sent */
  readonly undoPeriodMs?: number
}

/** A drafted change. `id` was made when the draft began; `base` is the answer's version that its author saw. */
export type DraftedChangeFacts = {
  readonly id: MutationId
  readonly base: number
  /** `lastUpdate` of the version `base`; missing in drafts of earlier apps */
  readonly baseAt?: Instant | undefined
  readonly files: readonly FileClaim[]
  /** missing when nothing was drafted */
  readonly draft?: AnswerId
}

export type ChangeToSave = {
  /** the answer as its author saw it */
  readonly answer: Answer
  readonly act: ChangeInput
  readonly more?: DraftedChangeFacts | UndraftedChangeInput | undefined
}

/**
 * Puts a change to an answer into the outbox, with the copy that it is based on, so that the device can show the
 * result. The change is stored only when this resolves with ok. Refuses like `saveAnswer`.
 * @returns the mutation id, for `readChangeOutcome`
 */
export async function saveChange(
  local: Local,
  { answer, act, more = { newFiles: [] } }: ChangeToSave,
  { device, now, random }: ChangeDeps,
): Promise<Result<MutationId>> {
  const offset = await readMeta(local, 'clockOffset')
  const { newFiles, undoPeriodMs = 0 } = 'newFiles' in more ? more : { newFiles: [] }
  const drafted = 'newFiles' in more ? undefined : more
  const composed = drafted === undefined && (await isComposed(local, answer))
  const {
    id = generateMutationId(random(16)),
    base = answer.version,
    baseAt = drafted === undefined && !composed ? answer.lastUpdate : undefined,
    files = newFiles.map(({ claim }) => claim),
    draft,
  } = drafted ?? {}
  const mutation: AnswerChange = {
    ...act,
    id,
    base,
    ...(baseAt === undefined ? {} : { baseAt }),
    author: local.account,
    device,
    clock: toInstant(now()),
    offset: offset === undefined ? null : Math.round(offset),
    answer: answer.id,
    template: answer.idPlantilla,
    version: answer.templateVersion,
    rowIds: true,
    files: [...files],
  }
  const saved = await saveAnswer(local, {
    mutation,
    // Sends no copy of an answer that this device composed, or that has no code yet: the server has no such version.
    ...(composed || answer.codigoMunicipio === '' ? {} : { upon: answer }),
    files: newFiles,
    ...(draft === undefined ? {} : { draft }),
    ...(undoPeriodMs === 0 ? {} : { wait: { notBefore: now() + undoPeriodMs, since: now() } }),
  })
  return saved.ok ? ok(id) : saved
}

/** Returns whether the answer is the device's own submission, with its own time, shown before it has a server copy. */
async function isComposed(local: Local, { id, lastUpdate }: Answer): Promise<boolean> {
  const knownAnswer = await loadAnswer(local, id)
  return knownAnswer?.submit !== undefined && knownAnswer.answer === undefined && knownAnswer.at === lastUpdate
}

/** The state of a change, as far as this device knows. */
export type SentChangeOutcome =
  | { readonly kind: 'waiting' }
  /** `asksMore`: staff have asked for more since this revision was written */
  | { readonly kind: 'accepted'; readonly asksMore?: true | undefined }
  /** accepted with conflicts that staff must resolve. `late`: reason why none of the changed values was applied */
  | Readonly<{
      kind: 'merged'
      conflicts: number
      asksMore?: true | undefined
      late?: RevisionRefusalReason | undefined
    }>
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** taken back by the user: it is neither in the outbox nor received */
  | { readonly kind: 'withdrawn' }

export async function readChangeOutcome(local: Local, answer: AnswerId, id: MutationId): Promise<SentChangeOutcome> {
  const localAnswer = await loadAnswer(local, answer)
  const entry = localAnswer?.entries.find((eachEntry) => eachEntry.id === id)
  if (entry !== undefined)
    return entry.state.kind === 'quarantined' ? { kind: 'refused', problem: entry.state.problem } : { kind: 'waiting' }
  const receipt = localAnswer?.receipts.find((eachReceipt) => eachReceipt.id === id)
  if (receipt === undefined) return { kind: 'withdrawn' }
  if (receipt.status === 'held') return { kind: 'accepted' }
  const more = receipt.asksMore === undefined ? {} : { asksMore: receipt.asksMore }
  if (receipt.status === 'applied') return { kind: 'accepted', ...more }
  const { conflicts, late } = receipt
  return { kind: 'merged', conflicts, ...more, ...(late === undefined ? {} : { late }) }
}

/** Waits for the outcome of a change. Resolves with `waiting` if `timeout` resolves first. */
export function waitForChangeOutcome(
  local: Local,
  answer: AnswerId,
  id: MutationId,
  timeout: Promise<unknown>,
): Promise<SentChangeOutcome> {
  return new Promise((resolve, reject) => {
    const following = watchQuery(() => readChangeOutcome(local, answer, id)).subscribe({
      next: (outcome) => {
        if (outcome.kind !== 'waiting') settle(outcome)
      },
      error: reject,
    })
    const settle = (outcome: SentChangeOutcome): void => {
      resolve(outcome)
      // Unsubscribes only after `subscribe` has returned.
      queueMicrotask(() => following.unsubscribe())
    }
    void timeout.then(() => settle({ kind: 'waiting' }))
  })
}

/**
 * Stores an answer from the server and its form version when work on it begins, so that work can go on without a
 * network.
 */
export function storeAnswerForEditing(local: Local, answer: Answer, version: FormTemplate): Promise<Result<void>> {
  return runWrite(local, ['answers', 'templates'], async (database) => {
    await storeLocalCopy(database, answer)
    const knownRow = await database.templates.get([version.id, version.version])
    if (knownRow === undefined)
      await database.templates.put({ id: version.id, version: version.version, current: 0, template: version })
  })
}

/**
 * Ends the undo period of a change, so that the next run sends the change. A change that was already tried, or that
 * the server refused, keeps its state.
 */
export function endUndoPeriod(local: Local, id: MutationId): Promise<Result<void>> {
  return runWrite(local, ['outbox'], async (database) => {
    const row = await database.outbox.where('id').equals(id).first()
    if (row?.state === 'waiting' && row.entry.attempts === 0)
      await database.outbox.put({ ...row, entry: { ...row.entry, state: { kind: 'waiting', notBefore: 0 } } })
  })
}

/** Replaces an older local copy with the answer that the server returned. */
export function refreshLocalCopy(local: Local, answer: Answer): Promise<Result<void>> {
  return runWrite(local, ['answers'], async (database) => {
    const knownRow = await database.answers.get(answer.id)
    if (knownRow?.answer !== undefined) await storeLocalCopy(database, answer)
  })
}

/** Deletes the local copy of an answer that the server has deleted, unless unsent work or a draft refers to it. */
export function forgetLocalCopy(local: Local, id: AnswerId): Promise<Result<void>> {
  return runWrite(local, ['answers', 'outbox', 'drafts'], async (database) => {
    const [unsent, draft] = await Promise.all([
      database.outbox.where('answer').equals(id).count(),
      database.drafts.where('id').equals(id).count(),
    ])
    if (unsent + draft === 0) await database.answers.delete(id)
  })
}
