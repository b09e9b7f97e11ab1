import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId, Author } from '#domain/kernel/index.ts'
import { keys, type Write } from '#domain/store/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import type { ServerModel } from './server-model.ts'
import type { SimServer } from './server.ts'
import { ADMINISTRATOR } from './town.ts'

/** The server's reply to a desk. `code`: reason of a refusal */
type Said = { readonly status: number; readonly code: string }

/**
 * Checks answers that administrators restore: complete, counted again, with a version two higher and both in the
 * history. Checks that refusals have a true reason.
 */
export type RestoreOracle = {
  /** a user is about to ask for it. @returns a function to call with the reply; undefined: no reply */
  asking(id: AnswerId, author: Author): (said: Said | undefined) => void
  /** within the transaction that decides them, for every writer */
  decided(writes: readonly Write[]): void
  /** a decision is committed. @param take passes it to the model */
  committed(writes: readonly Write[], take: () => void): void
  /** when an answer was last deleted, and last restored, in the world's time; 0: never */
  deletedAt(id: AnswerId): number
  restoredAt(id: AnswerId): number
  /** the retention time of these has passed, and the sweep has run */
  erased(ids: readonly AnswerId[]): void
  final(server: SimServer): Promise<void>
}

type Asked = { readonly id: AnswerId; readonly reasons: Set<string>; isBack: boolean }
type Deps = {
  readonly model: ServerModel
  readonly now: () => number
  readonly note: (violation: string) => void
}

export function createRestoreOracle({ model, now, note }: Deps): RestoreOracle {
  const [deletedAt, restoredAt] = [new Map<AnswerId, number>(), new Map<AnswerId, number>()]
  const pending = new Set<Asked>()
  const wanted = new Set<AnswerId>()
  const erased = new Set<AnswerId>()
  let removed: ReadonlySet<AnswerId> = new Set()
  let isBlocked = false

  /** forms in their current version, including the town's own writes */
  const forms = new Map<string, FormTemplate>()

  /** Reasons that would prevent a new answer like it. */
  function collisions(deleted: Answer): readonly string[] {
    const form = forms.get(keys.template(deleted.idPlantilla))
    const limit = form?.opcionales.limitResponses === true ? (form.responsesCount ?? Infinity) : Infinity
    return [
      ...(form?.deleted === true ? ['template.deleted'] : []),
      ...((model.accepted.get(deleted.idPlantilla) ?? 0) >= limit ? ['answer.limit-reached'] : []),
      ...(model.hasAnsweredAgain(deleted) ? ['answer.already-answered'] : []),
    ]
  }
  const look = ({ id, reasons }: Asked): void => {
    const deleted = erased.has(id) ? undefined : model.removed.get(id)
    const now =
      deleted === undefined ? [model.stored.has(id) ? 'answer.not-deleted' : 'answer.missing'] : collisions(deleted)
    // A blocked municipality lets no one in.
    for (const reason of [...now, ...(isBlocked ? ['municipality.blocked'] : [])]) reasons.add(reason)
  }

  function checkBack(back: Answer, writes: readonly Write[]): void {
    const { id } = back
    const was = model.removed.get(id)
    if (was === undefined) return note(`2 exactly once: ${id} was brought back, and was not deleted`)
    if (erased.has(id)) note(`3 received means complete: ${id} was erased, and has come back`)
    if (!wanted.has(id) || back.changedBy?.by?.username !== ADMINISTRATOR)
      note(`7 own author: ${id} was brought back by nobody who may`)
    const own = { lastUpdate: '', changedBy: undefined }
    const expected = { ...was, ...own, version: was.version + 2 }
    if (!isDeepStrictEqual({ ...back, ...own }, expected))
      note(`1 nothing lost: ${id} was brought back otherwise than it was deleted`)
    const gone = writes.find(({ key }) => key === keys.answerVersion(id, was.version + 1))
    const lastVersion = gone?.kind === 'set' ? (gone.document as Answer) : undefined
    if (
      lastVersion?.changedBy?.kind !== 'answer.delete' ||
      !isDeepStrictEqual({ ...lastVersion, ...own }, { ...expected, version: was.version + 1 })
    )
      note(`5 no silent overwrite: the history of ${id} does not tell that it was deleted`)
    if (!writes.some(({ kind, key }) => kind === 'delete' && key === keys.deletedAnswer(id)))
      note(`3 received means complete: ${id} was brought back, and will be erased`)
    for (const reason of collisions(was)) note(`8 limits: ${id} was brought back in spite of ${reason}`)
    for (const asked of pending) if (asked.id === id) asked.isBack = true
  }

  return {
    asking: (id, author) => {
      const asked: Asked = { id, reasons: new Set(), isBack: false }
      if (author === ADMINISTRATOR) wanted.add(id)
      pending.add(asked)
      look(asked)
      return (said) => {
        pending.delete(asked)
        if (said === undefined || said.status >= 500 || model.lost.has(id)) return
        const isTaken = said.status === 200
        if (author !== ADMINISTRATOR) {
          if (isTaken || (said.code !== 'access.forbidden' && !asked.reasons.has(said.code)))
            note(`7 own author: ${author} was told ${said.status} ${said.code} about bringing ${id} back`)
        } else if (isTaken && !asked.isBack) note(`11 truthful: ${id} was said to be back, and was not brought back`)
        else if (!isTaken && !asked.reasons.has(said.code))
          note(`11 truthful: ${id} was not brought back for ${said.code || said.status}, which is not so`)
      }
    },
    decided: (writes) => {
      for (const write of writes) {
        if (write.kind !== 'set') continue
        if (write.key === MUNICIPALITY) isBlocked = write.document['inhabilitado'] === true
        if (/^formularios\/[^/]+$/.test(write.key)) forms.set(write.key, write.document as unknown as FormTemplate)
      }
      for (const asked of pending) look(asked)
    },
    committed: (writes, take) => {
      for (const write of writes) {
        if (write.kind === 'set' && /^respuestas_formularios\/[^/]+$/.test(write.key)) {
          const answer = write.document as Answer
          if (!model.stored.has(answer.id) && answer.changedBy?.kind === 'answer.restore') checkBack(answer, writes)
        }
      }
      take()
      for (const id of model.removed.keys()) if (!removed.has(id)) deletedAt.set(id, now())
      for (const id of removed) if (!model.removed.has(id)) restoredAt.set(id, now())
      removed = new Set(model.removed.keys())
      for (const asked of pending) look(asked)
    },
    deletedAt: (id) => deletedAt.get(id) ?? 0,
    restoredAt: (id) => restoredAt.get(id) ?? 0,
    erased: (ids) => {
      for (const id of ids) erased.add(id)
    },
    final: async ({ store }) => {
      for (const { id, version } of model.stored.values()) {
        if (!restoredAt.has(id)) continue
        for (let one = 1; one < version; one += 1)
          if ((await store.get(keys.answerVersion(id, one))) === undefined)
            note(`5 no silent overwrite: version ${one} of ${id}, which was brought back, is not kept`)
      }
    },
  }
}
