import { set, type Key, keys } from '../../store/index.ts'
import type { Actor } from '../../access/index.ts'
import { type AnswerAction, findActionRefusal } from '../../corrections/may-change.ts'
import { type CorrectionOutcome, correctAnswer, isSeenVersion } from '../../corrections/apply.ts'
import { type Correction, isEmptyCorrection } from '../../corrections/correction.ts'
import { isDecisionAboutConflict } from '../../corrections/conflict-place.ts'
import { onlyDecidesConflicts } from '../../corrections/decide-conflict.ts'
import { type RevisionRefusalReason, applyRevisionToRequests, compareRevision } from '../../corrections/revision.ts'
import { buildNextRequest } from '../../corrections/change-requests.ts'
import { findUnrequestedChange } from '../../corrections/requested-parts.ts'
import { buildSupervisorEdit, appendCorrectedAnswers } from '../../corrections/place-fields.ts'
import type { Answer } from '../documents/answer.ts'
import type { Conflict } from '../documents/conflict.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { Problem } from '../../kernel/problem.ts'
import { ok, refuse, type Result } from '../../kernel/result.ts'
import { listCitizenCounterKeys, updateCitizenCounters } from './citizen-keys.ts'
import { listCitizenChangeKeys, buildCitizenReplacementWrites } from './other-citizen.ts'
import { type ChangeCase, createChangeDecider, type ChangeOutcome } from './decide-change.ts'
import { buildDeletionWrite, listDeletionKeys } from './deleted-answer.ts'
import { deleteUnsettledCitizen } from './settle-citizen.ts'
import type {
  ChangeStateMutation,
  CorrectMutation,
  DeleteMutation,
  EditMutation,
  RequestChangesMutation,
  ReviseMutation,
} from '../../sync/mutation.ts'

/** Permission check of an action on an answer, shared with the screens. */
export function createPermissionCheck(act: AnswerAction) {
  return (actor: Actor, answer: Answer, _: unknown, form: FormTemplate | undefined): Problem | null =>
    findActionRefusal(act, actor, answer, form)
}

const mayCorrect = (
  actor: Actor,
  answer: Answer,
  { correction, resolves }: CorrectMutation,
  form: FormTemplate | undefined,
): Problem | null =>
  findActionRefusal(onlyDecidesConflicts(correction, resolves, answer) ? 'decide' : 'correct', actor, answer, form)

export const decideCorrection = createChangeDecider<CorrectMutation>(
  mayCorrect,
  (changeCase) => {
    const { mutation, answer, madeBy, now } = changeCase
    const corrected = applyCorrection(changeCase, mutation.correction)
    if (!corrected.ok) return corrected
    const { document, applied, conflicts } = corrected.value
    const decides = (conflict: Conflict): boolean =>
      conflict.resolved === undefined &&
      mutation.resolves.some((resolution) => isDecisionAboutConflict(resolution, conflict))
    const writes = buildCitizenReplacementWrites(changeCase, applied, document)
    if (!writes.ok) return writes
    const touched = !isEmptyCorrection(applied) || answer.conflicts.some(decides)
    // Keeps the files of conflicting values, so that either value can be chosen later.
    if (!touched)
      return ok({ document: conflicts.length === 0 ? answer : { ...answer, files: document.files }, conflicts })
    return ok({
      document: {
        ...document,
        conflicts: answer.conflicts.map((conflict) =>
          decides(conflict) ? { ...conflict, resolved: { by: madeBy, date: now } } : conflict,
        ),
        editsBySupervisor: [
          ...document.editsBySupervisor,
          {
            madeBy,
            sentDateTime: now,
            ...buildSupervisorEdit(document, changeCase.version, applied),
            ...(mutation.reason === undefined ? {} : { reason: mutation.reason }),
          },
        ],
      },
      conflicts,
      writes: writes.value,
    })
  },
  listCitizenChangeKeys,
)

export const decideChangeRequest = createChangeDecider<RequestChangesMutation>(
  createPermissionCheck('requestChanges'),
  ({ mutation, answer, version, madeBy, now }) => {
    const next = buildNextRequest(answer, version, mutation, { madeBy, sentDateTime: now })
    if (!next.ok) return next
    const request = next.value
    return ok({ document: { ...answer, requestsForChanges: [...answer.requestsForChanges, request] }, conflicts: [] })
  },
)

/**
 * Applies a citizen's revision. It may change only the requested questions and no rows. A revision without changes
 * confirms the stored values. A revision that is late, or whose request was lost, changes nothing; its values become
 * conflicts for staff. A late revision whose permit names no request (earlier releases) is refused.
 */
export const decideRevision = createChangeDecider<ReviseMutation>(createPermissionCheck('revise'), (changeCase) => {
  const { mutation, answer, now } = changeCase
  const { requestsForChanges: requests } = answer
  const openedRequest = changeCase.opened ?? { number: requests.length - 1 }
  const { asked, late } = compareRevision(requests, openedRequest)
  if (asked?.size === 0 || (late !== undefined && changeCase.opened === undefined))
    return refuse('answer.already-revised')
  const stray = findUnrequestedChange(asked, mutation.correction)
  if (stray !== undefined) return refuse('answer.not-asked-for', stray === null ? {} : { address: stray })
  const corrected = applyCorrection(changeCase, mutation.correction)
  if (!corrected.ok) return corrected
  const { document, applied, conflicts } = corrected.value
  if (late !== undefined) return ok(toHeldRevision(changeCase, corrected.value, late))
  const requestsForChanges = applyRevisionToRequests(requests, openedRequest.number, now)
  const revised = { before: answer, after: document }
  const answersWithCorrections = appendCorrectedAnswers(revised, changeCase.version, applied, now)
  return ok({
    document: { ...document, requestsForChanges, answersWithCorrections },
    conflicts,
    ...(requestsForChanges.at(-1)?.needCompletition === true ? { extras: { asksMore: true } } : {}),
  })
})

/** Turns all changes of a late revision into conflicts. Keeps the revision's files with the answer. */
function toHeldRevision(
  { answer, mutation, madeBy, now }: ChangeCase<ReviseMutation>,
  corrected: CorrectionOutcome,
  late: RevisionRefusalReason,
): ChangeOutcome {
  const { document, applied, conflicts: clashes } = corrected
  const facts = { late, mutation: mutation.id, madeBy, date: now }
  const conflicts: readonly Conflict[] = [
    ...applied.values.map(
      ({ at: address, seen, value: proposed }) =>
        ({ kind: 'value', address, seen, current: seen, proposed, ...facts }) as const,
    ),
    ...clashes.map((clash) => ({ ...clash, late })),
  ]
  if (conflicts.length === 0) return { document: answer, conflicts }
  return { document: { ...answer, files: document.files }, conflicts, extras: { late } }
}

/**
 * Changes the state of an answer:
 *
 * | current state | result |
 * |---|---|
 * | already `to` | unchanged |
 * | may be followed by `to` | changed, whatever state the author saw |
 * | `from`, which may not be followed by `to` | rejected |
 * | another, which may not be followed by `to` | conflict, for a user to decide |
 */
export const decideStateChange = createChangeDecider<ChangeStateMutation>(
  createPermissionCheck('changeState'),
  ({ mutation, answer, madeBy, name, now }) => {
    const { estados } = answer
    if (estados === undefined) return refuse('answer.no-states')
    const { from, to } = mutation
    const [current, wanted] = [estados.actual, to].map((id) => estados.disponibles.find((state) => state.id === id))
    if (current === undefined || wanted === undefined) return refuse('answer.state-unknown', { state: to })
    if (current.id === to) return ok({ document: answer, conflicts: [] })
    if (!current.transiciones.includes(to)) {
      if (current.id === from)
        return refuse('answer.transition-not-allowed', { from: current.nombre, to: wanted.nombre })
      const conflict = {
        kind: 'state',
        seen: from,
        current: current.id,
        proposed: to,
        mutation: mutation.id,
        madeBy,
        date: now,
      } as const
      return ok({ document: answer, conflicts: [conflict] })
    }
    const userName = madeBy.email === '' ? madeBy.username : madeBy.email
    const entry = {
      date: now,
      userName,
      ...(name === '' ? {} : { name }),
      stateId: wanted.id,
      stateName: wanted.nombre,
    }
    const changed = { ...estados, actual: wanted.id, history: [...estados.history, entry] }
    return ok({ document: { ...answer, estados: changed }, conflicts: [] })
  },
)

/**
 * Deletes an answer, but only the version that the author saw. The last version remains in `historial` and can be
 * restored for a limited time. The answer no longer counts for the form and the citizen.
 */
export const decideDeletion = createChangeDecider<DeleteMutation>(
  createPermissionCheck('delete'),
  (changeCase): Result<ChangeOutcome> => {
    const { mutation, answer, found } = changeCase
    if (!isSeenVersion(answer, mutation)) return refuse('answer.version-conflict', { version: answer.version })
    const counter = keys.templateCounter(answer.idPlantilla)
    const { count } = found.get(counter) ?? { count: 1 }
    const citizen = updateCitizenCounters(listCitizenCounterKeys(answer.idPlantilla, answer.datosCiudadano), found, -1)
    return ok({
      document: null,
      conflicts: [],
      writes: [
        set(counter, { count: Math.max(0, count - 1) }),
        ...citizen,
        ...deleteUnsettledCitizen(answer.id, found),
        buildDeletionWrite(changeCase),
      ],
    })
  },
  (answer): readonly Key[] => [
    keys.templateCounter(answer.idPlantilla),
    ...listCitizenCounterKeys(answer.idPlantilla, answer.datosCiudadano),
    ...listDeletionKeys(answer),
  ],
)

export function applyCorrection(
  changeCase: ChangeCase<EditMutation | CorrectMutation | ReviseMutation>,
  correction: Correction,
): Result<CorrectionOutcome> {
  const { answer, seen, version, mutation, madeBy, now, files } = changeCase
  return correctAnswer(
    { answer, version, base: mutation.base, baseAt: mutation.baseAt, seen },
    correction,
    { mutation: mutation.id, madeBy, date: now },
    files,
  )
}
