import type { Answer } from '../answers/documents/answer.ts'
import type { StoredSignature } from '../templates/documents/signature.ts'
import type { SupervisorEdit } from '../answers/documents/supervisor-edit.ts'
import type { Instant } from '../kernel/instant.ts'

/**
 * When the content of an answer was last changed: by a revision of the citizen, a correction of staff, or completing.
 * Null: it is as it was sent.
 */
export function lastChangeOf({
  answersWithCorrections,
  editsBySupervisor,
  completedAt,
  lastUpdate,
}: Pick<Answer, 'answersWithCorrections' | 'editsBySupervisor' | 'completedAt' | 'lastUpdate'>): Instant | null {
  const changes = [
    ...answersWithCorrections.map(({ date }) => date ?? lastUpdate),
    ...editsBySupervisor.filter(isOfContent).map(({ sentDateTime }) => sentDateTime),
    ...(completedAt === undefined ? [] : [completedAt]),
  ]
  return changes.toSorted().at(-1) ?? null
}

/**
 * Whether a signature was given before the content was last changed. Signatures are not asked for again: the people who
 * signed are rarely there when an answer is changed, and what they signed is kept as an earlier version.
 */
export function isSignedBefore(
  { imgID, signedAt }: Pick<StoredSignature, 'imgID' | 'signedAt'>,
  changedAt: Instant | null,
): changedAt is Instant {
  return imgID !== undefined && changedAt !== null && (signedAt === undefined || signedAt < changedAt)
}

/** Whether a correction changed something. A decision about a conflict may leave everything as it is. */
export function isOfContent(edit: SupervisorEdit): boolean {
  const { editedLocation, editedCitizen, editedPersona, editedIdentifier } = edit
  const { editedConditions, editedRows = [], editedImages, editedDocuments, editedAnswers } = edit
  return (
    [editedLocation, editedCitizen, editedPersona, editedIdentifier].some((one) => one !== undefined) ||
    [editedConditions, editedRows, editedImages, editedDocuments, editedAnswers.answers].some(
      ({ length }) => length > 0,
    )
  )
}
