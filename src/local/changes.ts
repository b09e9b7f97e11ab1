import type { FileClaim } from '#domain/answering/index.ts'
import type { Late } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  newMutationId,
  ok,
  toInstant,
  type AnswerId,
  type DeviceId,
  type MutationId,
  type Problem,
  type Result,
} from '#domain/kernel/index.ts'
import type { Change } from '#domain/sync/index.ts'
import { keepCopy } from './copies.ts'
import type { CapturedFile } from './files.ts'
import { writing, type Local } from './local.ts'
import { readMeta } from './meta.ts'
import { watch } from './live.ts'
import { loadAnswer } from './reads.ts'
import { saveAnswer } from './save-answer.ts'

/** What is done to an answer, without who, when and upon which version. */
export type Act = Change extends infer One ? (One extends Change ? Omit<One, Upon> : never) : never
type Upon =
  'id' | 'author' | 'device' | 'clock' | 'offset' | 'answer' | 'template' | 'version' | 'base' | 'rowIds' | 'files'

/** Clock, chance and device, from outside. */
export type ChangeHost = {
  readonly device: DeviceId
  /** milliseconds */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
}

/** Of a change that was not drafted. */
export type Brought = {
  /** files that it brings: nothing has kept their bytes yet */
  readonly brought: readonly CapturedFile[]
  /** it stays in the outbox for so long, so that it can be taken back; milliseconds */
  readonly hold?: number
}

/** Of a drafted change: the id it got at its beginning, its files, the version that its author saw, and its draft. */
export type Drafted = {
  readonly id: MutationId
  readonly base: number
  readonly files: readonly FileClaim[]
  /** missing: nothing was drafted */
  readonly draft?: AnswerId
}

/**
 * Puts a change to an answer into the outbox with the copy that it was made upon, so that the device can show what it
 * will come to. It is kept only when this has resolved with ok.
 * @param answer as its author has seen it
 * @returns the id by which it is followed (`fateOf`). Refuses as `saveAnswer` does.
 */
export async function saveChange(
  local: Local,
  answer: Answer,
  act: Act,
  { device, now, random }: ChangeHost,
  more: Drafted | Brought = { brought: [] },
): Promise<Result<MutationId>> {
  const offset = await readMeta(local, 'clockOffset')
  const { brought, hold = 0 } = 'brought' in more ? more : { brought: [] }
  const drafted = 'brought' in more ? undefined : more
  const {
    id = newMutationId(random(16)),
    base = answer.version,
    files = brought.map(({ claim }) => claim),
    draft,
  } = drafted ?? {}
  const mutation: Change = {
    ...act,
    id,
    base,
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
    // Without a code it is not the server's yet, and what this device has composed is no copy of it.
    ...(answer.codigoMunicipio === '' ? {} : { upon: answer }),
    files: brought,
    ...(draft === undefined ? {} : { draft }),
    ...(hold === 0 ? {} : { wait: { notBefore: now() + hold, since: now() } }),
  })
  return saved.ok ? ok(id) : saved
}

/** What became of a change, as far as this device knows. */
export type ChangeFate =
  | { readonly kind: 'waiting' }
  /** `asksMore`: of a revision, staff have asked for more in the meantime */
  | { readonly kind: 'accepted'; readonly asksMore?: true | undefined }
  /** accepted, and in so many places it met another one: kept for a person. `late`: why nothing was taken over */
  | Readonly<{ kind: 'merged'; conflicts: number; asksMore?: true | undefined; late?: Late | undefined }>
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** a person has taken it back before it left */
  | { readonly kind: 'withdrawn' }

export async function fateOf(local: Local, answer: AnswerId, id: MutationId): Promise<ChangeFate> {
  const found = await loadAnswer(local, answer)
  const entry = found?.entries.find((one) => one.id === id)
  if (entry !== undefined)
    return entry.state.kind === 'quarantined' ? { kind: 'refused', problem: entry.state.problem } : { kind: 'waiting' }
  const receipt = found?.receipts.find((one) => one.id === id)
  if (receipt === undefined) return { kind: 'withdrawn' }
  if (receipt.status === 'held') return { kind: 'accepted' }
  const more = receipt.asksMore === undefined ? {} : { asksMore: receipt.asksMore }
  if (receipt.status === 'applied') return { kind: 'accepted', ...more }
  const { conflicts, late } = receipt
  return { kind: 'merged', conflicts, ...more, ...(late === undefined ? {} : { late }) }
}

/** What became of it, once something has; or that it still waits when `patience` is over. */
export function settledFate(
  local: Local,
  answer: AnswerId,
  id: MutationId,
  patience: Promise<unknown>,
): Promise<ChangeFate> {
  return new Promise((resolve, reject) => {
    const following = watch(() => fateOf(local, answer, id)).subscribe({
      next: (fate) => {
        if (fate.kind !== 'waiting') settle(fate)
      },
      error: reject,
    })
    const settle = (fate: ChangeFate): void => {
      resolve(fate)
      // Not before `subscribe` has returned.
      queueMicrotask(() => following.unsubscribe())
    }
    void patience.then(() => settle({ kind: 'waiting' }))
  })
}

/** Another's answer with its form's version, from when work on it begins: the work goes on without a network. */
export function keepForWork(local: Local, answer: Answer, version: FormTemplate): Promise<Result<void>> {
  return writing(local, ['answers', 'templates'], async (database) => {
    await keepCopy(database, answer)
    const known = await database.templates.get([version.id, version.version])
    if (known === undefined)
      await database.templates.put({ id: version.id, version: version.version, current: 0, template: version })
  })
}

/** The page that could take it back closes: it leaves with any next run. What is under way or failed waits as ever. */
export function endHold(local: Local, id: MutationId): Promise<Result<void>> {
  return writing(local, ['outbox'], async (database) => {
    const row = await database.outbox.where('id').equals(id).first()
    if (row?.state === 'waiting' && row.entry.attempts === 0)
      await database.outbox.put({ ...row, entry: { ...row.entry, state: { kind: 'waiting', notBefore: 0 } } })
  })
}

/** The server has said how an answer is now, of which there is an older copy here. */
export function refreshCopy(local: Local, answer: Answer): Promise<Result<void>> {
  return writing(local, ['answers'], async (database) => {
    const known = await database.answers.get(answer.id)
    if (known?.answer !== undefined) await keepCopy(database, answer)
  })
}

/** The server says that it is gone: so is the copy, unless work of this device is about it. */
export function forgetCopy(local: Local, id: AnswerId): Promise<Result<void>> {
  return writing(local, ['answers', 'outbox', 'drafts'], async (database) => {
    const [unsent, draft] = await Promise.all([
      database.outbox.where('answer').equals(id).count(),
      database.drafts.where('id').equals(id).count(),
    ])
    if (unsent + draft === 0) await database.answers.delete(id)
  })
}
