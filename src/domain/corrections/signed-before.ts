import type { Answer } from '../answers/documents/answer.ts'
import type { StoredSignature } from '../templates/documents/signature.ts'
import type { SupervisorEdit } from '../answers/documents/supervisor-edit.ts'
import type { Instant } from '../kernel/instant.ts'

/** Returns when the content was last changed by a revision, a correction or completing; null if it is as submitted. */
export function findLastChange({
  answersWithCorrections,
  editsBySupervisor,
  completedAt,
  lastUpdate,
}: Pick<Answer, 'answersWithCorrections' | 'editsBySupervisor' | 'completedAt' | 'lastUpdate'>): Instant | null {
  const changes = [
    ...answersWithCorrections.map(({ date }) => date ?? lastUpdate),
    ...editsBySupervisor.filter(changesContent).map(({ sentDateTime }) => sentDateTime),
    ...(completedAt === undefined ? [] : [completedAt]),
  ]
  return changes.toSorted().at(-1) ?? null
}

/**
 * Checks whether a signature is older than the last change of content. Signatures are not requested again, because the
 * signers are usually absent; the signed version is kept in the history.
 */
export function isSignedBefore(
  { imgID, signedAt }: Pick<StoredSignature, 'imgID' | 'signedAt'>,
  changedAt: Instant | null,
): changedAt is Instant {
  return imgID !== undefined && changedAt !== null && (signedAt === undefined || signedAt < changedAt)
}

/** Checks whether a correction changed content. Deciding a conflict may change nothing. */
export function changesContent(edit: SupervisorEdit): boolean {
  const { editedLocation, editedCitizen, editedPersona, editedIdentifier } = edit
  const { editedConditions, editedRows = [], editedImages, editedDocuments, editedAnswers } = edit
  return (
    [editedLocation, editedCitizen, editedPersona, editedIdentifier].some((item) => item !== undefined) ||
    [editedConditions, editedRows, editedImages, editedDocuments, editedAnswers.answers].some(
      ({ length }) => length > 0,
    )
  )
}
