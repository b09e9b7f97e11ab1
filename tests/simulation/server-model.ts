import { isDeepStrictEqual } from 'node:util'
import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer, HeldAnswer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { templateIdSchema, type AnswerId, type MutationId } from '#domain/kernel/index.ts'
import type { Store } from '#core/ports.ts'
import { keys, type StoredDocument, type Write } from '#domain/store/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import type { PushResult } from '#domain/sync/index.ts'
import type { ChangeOracle } from './change-oracle.ts'
import { createCodeLaw, type CodeLaw } from './code-law.ts'
import type { Effects } from './effects.ts'
import type { Saved } from './oracle.ts'
import { digitsOf } from './registry.ts'
import { ONCE } from './forms.ts'

/**
 * The server's committed state, computed from its writes and compared with users' actions. Numbers are those of the
 * invariants.
 */
export type ServerModel = {
  readonly stored: ReadonlyMap<AnswerId, Answer>
  /** deleted answers, as they were */
  readonly removed: ReadonlyMap<AnswerId, Answer>
  /** number of answers by template, as limits count them */
  readonly accepted: ReadonlyMap<string, number>
  readonly held: ReadonlyMap<AnswerId, HeldAnswer>
  /** answers unknown to a restored backup, or whose decision it has lost; they have no guarantees */
  readonly lost: ReadonlySet<AnswerId>
  /** answers that were deleted or discarded, and not restored by a user; a restored backup does not undo this */
  readonly ended: ReadonlySet<AnswerId>
  has(id: AnswerId): boolean
  /** whether the citizen of a deleted answer has answered a single-answer form again */
  hasAnsweredAgain(deleted: Answer): boolean
  readonly codes: CodeLaw
  committed(writes: readonly Write[]): void
  /** compares with the store, when everything has finished */
  final(store: Store): Promise<void>
  /** answers from before the world began */
  takenOver(answers: readonly Answer[]): void
  /** @returns a function to call when the database was restored to this moment */
  backup(): () => void
}

export type ModelDeps = {
  readonly saved: ReadonlyMap<AnswerId, Saved>
  readonly versions: ReadonlyMap<string, FormTemplate>
  readonly limits: ReadonlyMap<string, number>
  readonly changes: ChangeOracle
  readonly effects: Effects
  readonly note: (violation: string) => void
}

export function createServerModel({ saved, versions, limits, changes, effects, note }: ModelDeps): ServerModel {
  let stored = new Map<AnswerId, Answer>()
  let removed = new Map<AnswerId, Answer>()
  let held = new Map<AnswerId, HeldAnswer>()
  let accepted = new Map<string, number>()
  /** number of answers of each citizen to the single-answer form */
  let citizens = new Map<string, number>()
  const codes = createCodeLaw(note)
  const lost = new Set<AnswerId>()
  const ended = new Set<AnswerId>()

  /** Checks that it counts again for its form and citizen, and that its code was not given to another answer. */
  function answerBack(answer: Answer, writes: readonly Write[]): void {
    removed.delete(answer.id)
    ended.delete(answer.id)
    stored.set(answer.id, answer)
    changes.broughtBack(answer, writes)
    accepted.set(answer.idPlantilla, (accepted.get(answer.idPlantilla) ?? 0) + 1)
    const citizen = citizenOf(answer)
    if (citizen !== undefined) citizens.set(citizen, answersOf(citizen) + 1)
  }

  function checkAnswer(answer: Answer, code: 'coded' | 'held'): void {
    const known = saved.get(answer.id)
    if (known === undefined) return note(`2 exactly once: the server has an answer ${answer.id} that nobody saved`)
    const { submit, author } = known
    if (answer.authorId !== author) note(`7 own author: ${answer.id} of ${author} is stored under ${answer.authorId}`)
    if (answer.templateVersion !== submit.version) note(`6 own version: ${answer.id} was filled with ${submit.version}`)
    const version = versions.get(keys.templateVersion(submit.template, submit.version))
    if (version === undefined) return note(`6 own version: ${submit.template} has no version ${submit.version}`)
    const expected = composeAnswer(version, submit, {
      code: answer.codigoMunicipio,
      now: answer.receivedAt,
      author: null,
    })
    if (!isDeepStrictEqual(answer.secciones, expected.secciones))
      note(`1 nothing lost: ${answer.id} is stored with other content`)
    if (answer.files.length !== submit.files.length) note(`3 received means complete: ${answer.id} lacks files`)
    if (code === 'coded') codes.assigned(answer.id, answer.codigoMunicipio)
  }

  function answerWritten(answer: Answer, writes: readonly Write[]): void {
    const before = stored.get(answer.id)
    // A restored backup may have revived a deleted answer, which is in use again.
    if (before !== undefined) ended.delete(answer.id)
    if (before !== undefined && effects.isTie(before, answer)) return void stored.set(answer.id, answer)
    if (before !== undefined && effects.isSettled(before, answer, writes)) {
      changes.stored(answer)
      return void stored.set(answer.id, answer)
    }
    if (before !== undefined && answer.version > 1) {
      changes.rewritten(before, answer, writes)
      citizenChanged(before, answer)
      return void stored.set(answer.id, answer)
    }
    if (removed.has(answer.id) && answer.changedBy?.kind === 'answer.restore') return answerBack(answer, writes)
    if (before !== undefined || removed.has(answer.id)) note(`2 exactly once: ${answer.id} was stored twice`)
    const decided = writes.some((write) => write.kind === 'set' && write.key === keys.held(answer.id))
    if (held.has(answer.id) && !decided) note(`2 exactly once: ${answer.id} is stored and held`)
    // A person accepts what was discarded, if a restored backup has lost that decision.
    if (decided) ended.delete(answer.id)
    if (ended.has(answer.id)) note(`3 received means complete: ${answer.id} was deleted or discarded, and returned`)
    checkAnswer(answer, 'coded')
    const entered = saved.get(answer.id)
    if (entered !== undefined) effects.citizens.arrived(answer, entered.submit)
    stored.set(answer.id, answer)
    changes.stored(answer)
    const count = (accepted.get(answer.idPlantilla) ?? 0) + 1
    accepted.set(answer.idPlantilla, count)
    const limit = limits.get(answer.idPlantilla)
    // A supervisor who accepts has seen the reason; limits only apply to the sender.
    if (limit !== undefined && count > limit && !decided)
      note(`8 limits: ${answer.idPlantilla} accepted ${count} of ${limit}`)
    const citizen = citizenOf(answer)
    if (citizen === undefined) return
    if (answersOf(citizen) > 0 && !decided) note(`8 limits: ${citizen} has answered ${ONCE} twice`)
    citizens.set(citizen, answersOf(citizen) + 1)
  }

  /** A correction may replace an answer's citizen: it counts for the new one, and no longer for the old one. */
  function citizenChanged(before: Answer, after: Answer): void {
    const [was, is] = [citizenOf(before), citizenOf(after)]
    if (was === is) return
    effects.citizens.corrected(after)
    if (is !== undefined && answersOf(is) > 0) note(`8 limits: ${is} has answered ${ONCE} twice, by a correction`)
    if (was !== undefined) citizens.set(was, answersOf(was) - 1)
    if (is !== undefined) citizens.set(is, answersOf(is) + 1)
  }

  const answersOf = (citizen: string): number => citizens.get(citizen) ?? 0

  /** A deletion frees its place under the limit and lets its citizen answer again; its code is never given again. */
  function answerRemoved(id: AnswerId, writes: readonly Write[]): void {
    const before = stored.get(id)
    if (before === undefined) return note(`1 nothing lost: ${id} was deleted, and was not there`)
    changes.removed(before, writes)
    stored.delete(id)
    ended.add(id)
    removed.set(id, before)
    accepted.set(before.idPlantilla, (accepted.get(before.idPlantilla) ?? 0) - 1)
    const citizen = citizenOf(before)
    if (citizen !== undefined) citizens.set(citizen, answersOf(citizen) - 1)
  }

  /** @returns the answer that the mutation is about, if the same decision does not write it */
  function untouchedBy(result: PushResult, writes: readonly Write[]): Answer | undefined {
    if (!('answer' in result) || writes.some((write) => write.key === keys.answer(result.answer))) return undefined
    return stored.get(result.answer)
  }

  function settled(receipt: StoredDocument, writes: readonly Write[]): void {
    const { result } = receipt as unknown as { readonly result: PushResult & { readonly id: MutationId } }
    changes.settled(result.id, result, untouchedBy(result, writes))
  }

  function heldWritten(document: HeldAnswer, writes: readonly Write[]): void {
    const { id, outcome } = document
    const before = held.get(id)
    if (before !== undefined && before.outcome.kind !== 'waiting' && !isDeepStrictEqual(before, document))
      note(`9 held: ${id} was decided twice`)
    if (before === undefined && outcome.kind !== 'waiting') note(`9 held: ${id} was decided before it came`)
    if (before === undefined && stored.has(id)) note(`2 exactly once: ${id} is stored and held`)
    if (outcome.kind === 'accepted' && before?.outcome.kind === 'waiting') {
      const answer = writes.find((write) => write.kind === 'set' && write.key === keys.answer(id))
      if (answer?.kind !== 'set' || (answer.document as Answer).codigoMunicipio !== outcome.code)
        note(`9 held: ${id} was accepted and is not stored`)
    }
    const citizen = citizenOf(document.answer)
    const second = before === undefined && document.reason.code === 'answer.already-answered'
    if (second && (citizen === undefined || answersOf(citizen) === 0))
      note(`8 limits: ${id} is held as a second answer, and its citizen has none`)
    checkAnswer(document.answer, 'held')
    held.set(id, document)
    if (outcome.kind === 'discarded') ended.add(id)
  }

  return {
    get stored() {
      return stored
    },
    get removed() {
      return removed
    },
    get accepted() {
      return accepted
    },
    get held() {
      return held
    },
    lost,
    ended,
    has: (id) => stored.has(id) || held.has(id) || removed.has(id),
    hasAnsweredAgain: (deleted) => {
      const citizen = citizenOf(deleted)
      return citizen !== undefined && answersOf(citizen) > 0
    },
    codes,
    takenOver: (answers) => {
      for (const answer of answers) {
        stored.set(answer.id, answer)
        accepted.set(answer.idPlantilla, (accepted.get(answer.idPlantilla) ?? 0) + 1)
        changes.stored(answer)
      }
    },
    committed: (writes) => {
      for (const write of writes) {
        const [collection, ...rest] = write.key.split('/')
        if (rest.length > 1) continue
        if (write.kind === 'delete') {
          if (collection === 'respuestas_formularios') answerRemoved(rest[0] as AnswerId, writes)
          continue
        }
        if (collection === 'respuestas_formularios') answerWritten(write.document as Answer, writes)
        if (collection === 'receipts') settled(write.document, writes)
        if (collection === 'held') heldWritten(write.document as HeldAnswer, writes)
      }
    },
    final: async (store) => {
      const municipality = await store.get(MUNICIPALITY)
      codes.final(municipality?.lastKeyNumber)
      for (const [id, answer] of stored) {
        const document = await store.get(keys.answer(answer.id))
        if (!isDeepStrictEqual(document, answer)) note(`1 nothing lost: ${id} is not in the store as it was committed`)
      }
      for (const [id, answer] of removed) {
        const [document, kept] = [
          await store.get(keys.answer(id)),
          await store.get(keys.answerVersion(id, answer.version)),
        ]
        if (document !== undefined) note(`11 truthful: ${id} was deleted and is there`)
        if (!isDeepStrictEqual(kept, answer)) note(`5 no silent overwrite: ${id} was deleted and not kept as it was`)
      }
      for (const [template, count] of accepted) {
        const counter = await store.get(keys.templateCounter(templateIdSchema.parse(template)))
        if ((counter?.['count'] ?? 0) !== count)
          note(`8 limits: ${template} has ${count} answers, and the server counts ${String(counter?.['count'])}`)
      }
    },
    backup: () => {
      const kept = [new Map(stored), new Map(held), new Map(accepted), new Map(citizens), new Map(removed)] as const
      const [codesBack, changesBack] = [codes.backup(), changes.backup()]
      return () => {
        for (const id of [...stored.keys(), ...held.keys(), ...removed.keys()])
          if (!kept[0].has(id) && !kept[1].has(id) && !kept[4].has(id)) lost.add(id)
        // A lost decision may be made again, with another result.
        for (const [id, { outcome }] of held) if (!isDeepStrictEqual(outcome, kept[1].get(id)?.outcome)) lost.add(id)
        changesBack(lost)
        stored = new Map(kept[0])
        held = new Map(kept[1])
        accepted = new Map(kept[2])
        citizens = new Map(kept[3])
        removed = new Map(kept[4])
        codesBack()
      }
    },
  }
}

function citizenOf({ idPlantilla, datosCiudadano }: Answer): string | undefined {
  return idPlantilla === ONCE && datosCiudadano !== undefined ? digitsOf(datosCiudadano.dni) : undefined
}
