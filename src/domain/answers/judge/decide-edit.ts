import { limitCombiningMarks } from '../../kernel/combining-marks.ts'
import { getVisibleText } from '../../kernel/visible-text.ts'
import { checkFilePlaces, checkSignatures } from '../../answering/check-submission.ts'
import { checkHeaderTexts } from '../../answering/check-header.ts'
import { type Correction, isEmptyCorrection, ANSWER_DETAILS, isSameValue } from '../../corrections/correction.ts'
import { isIncomplete } from '../../corrections/incomplete.ts'
import { canReplaceValues } from '../../corrections/may-change.ts'
import type { StoredSignature } from '../../templates/documents/signature.ts'
import { ok, refuse, type Result } from '../../kernel/result.ts'
import { type ChangeCase, createChangeDecider } from './decide-change.ts'
import { createPermissionCheck, applyCorrection } from './decide-changes.ts'
import { listCitizenChangeKeys, buildCitizenReplacementWrites } from './other-citizen.ts'
import type { GivenSignature } from '../../answering/submission.ts'
import type { EditMutation } from '../../sync/mutation.ts'

/**
 * Completes an answer. Only an incomplete answer may be completed (part 3, point 4); everything else is a correction.
 * Filling in missing values needs `edit`. Replacing values also needs `canReplaceValues`.
 */
export const decideEdit = createChangeDecider<EditMutation>(
  createPermissionCheck('edit'),
  (changeCase) => {
    const { mutation, answer, version, actor } = changeCase
    if (!isIncomplete(answer)) return refuse('answer.not-incomplete')
    if (!canReplaceValues(actor, answer, version) && replacesContent(mutation.correction))
      return refuse('access.forbidden')
    const signatures = addSignature(changeCase)
    if (!signatures.ok) return signatures
    const corrected = applyCorrection(changeCase, mutation.correction)
    if (!corrected.ok) return corrected
    const { document, applied, conflicts } = corrected.value
    const writes = buildCitizenReplacementWrites(changeCase, applied, document)
    if (!writes.ok) return writes
    const completed = isEmptyCorrection(applied) ? {} : { completedAt: changeCase.now }
    return ok({
      document: { ...document, ...completed, signatures: signatures.value },
      conflicts,
      writes: writes.value,
    })
  },
  listCitizenChangeKeys,
)

/**
 * Checks whether a correction replaces values, judged by the values that its author saw. If the author saw no value
 * but the answer has one, the merge reports a conflict.
 */
function replacesContent(correction: Correction): boolean {
  const { values, conditions, rows, uncertain, location } = correction
  return (
    ANSWER_DETAILS.some((place) => place !== 'location' && (correction[place]?.seen ?? null) !== null) ||
    values.some((edit) => !isSameValue(edit.seen, null)) ||
    conditions.some((edit) => !edit.checked) ||
    rows.some((edit) => 'seen' in edit) ||
    (uncertain?.removals ?? []).length > 0 ||
    getVisibleText(location?.seen?.direccion ?? '') !== ''
  )
}

/**
 * Adds signatures while an answer is completed. Checks them by the rules of a submission: requested by the form, given
 * once, with an existing image. Citizens sign only at submission, because they are not present later (part 3, point 2).
 * A signature is never replaced; if two users fill in the same signature offline, the second is rejected.
 */
function addSignature({
  mutation,
  answer,
  version,
  files,
  now: signedAt,
}: ChangeCase<EditMutation>): Result<readonly StoredSignature[]> {
  const header = { signatures: mutation.signatures }
  const known = new Map([...answer.files, ...files].map((file) => [file.sha256, file]))
  const content = { values: {}, conditions: {}, rows: {} }
  for (const checked of [
    checkSignatures(version, { header }),
    checkHeaderTexts({ header }),
    checkFilePlaces({ content, header }, known),
  ])
    if (!checked.ok) return checked
  const citizens = mutation.signatures.find((givenSignature) =>
    answer.signatures.some(
      (signature) =>
        signature.indexSignature === givenSignature.indexSignature && signature.tipeOfSignatory === 'citizen',
    ),
  )
  if (citizens !== undefined) return refuse('signature.of-citizen', { signature: citizens.indexSignature })
  const lostSignature = mutation.signatures.find(({ image }) => !known.has(image))
  if (lostSignature !== undefined) return refuse('file.missing', { file: lostSignature.image })
  const given = new Map(mutation.signatures.map((signature) => [signature.indexSignature, signature]))
  if (answer.signatures.some((signature) => isTaken(signature, given.get(signature.indexSignature))))
    return refuse('answer.locked-by-signature')
  return ok(
    answer.signatures.map((signature) => {
      const now = given.get(signature.indexSignature)
      const image = now === undefined ? undefined : known.get(now.image)
      if (now === undefined || image === undefined) return signature
      return {
        ...signature,
        title: now.title,
        names: { firstName: now.firstName, lastName: now.lastName },
        imgURL: image.url,
        imgID: image.sha256,
        ...(signature.imgID === undefined ? { signedAt } : {}),
      }
    }),
  )
}

/** Checks whether a signature already exists and differs from the new signature. Only missing names may be added. */
function isTaken({ imgID, title, names }: StoredSignature, now: GivenSignature | undefined): boolean {
  if (imgID === undefined || now === undefined) return false
  const stands = { title, firstName: names?.firstName ?? '', lastName: names?.lastName ?? '' }
  return (
    imgID !== now.image ||
    (['title', 'firstName', 'lastName'] as const).some(
      (part) =>
        getVisibleText(stands[part]) !== '' && limitCombiningMarks(stands[part]) !== limitCombiningMarks(now[part]),
    )
  )
}
