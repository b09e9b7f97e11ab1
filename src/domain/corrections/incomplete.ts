import { decomposeAnswer } from '../answering/decompose.ts'
import { findMissingItems } from '../answering/missing.ts'
import { computeProgress } from '../answering/progress.ts'
import type { AnswerHeader, GivenSignature } from '../answering/submission.ts'
import type { Answer } from '../answers/documents/answer.ts'

/**
 * Checks whether an asked question is unanswered, a staff signature is missing, or `findMissingItems` finds anything.
 * Optional questions count, because every accepted answer has values for its required questions. Uses the answer's own
 * copy of the form.
 */
export function isIncomplete(answer: Answer): boolean {
  const content = decomposeAnswer(answer)
  const { answered, total } = computeProgress(answer, content)
  return (
    answered < total ||
    (answer.opcionales.digitalSignature && answer.signatures.some(isOpenSignature)) ||
    findMissingItems(answer, content, toSubmissionHeader(answer)).length > 0
  )
}

function isOpenSignature({ imgID, tipeOfSignatory }: Answer['signatures'][number]): boolean {
  return imgID === undefined && tipeOfSignatory !== 'citizen'
}

/** Returns the header of a stored answer in the format of a submission. */
function toSubmissionHeader({ datosCiudadano, ubicacion, estados, signatures }: Answer): AnswerHeader {
  return {
    ...(estados === undefined ? {} : { state: estados.actual }),
    ...(datosCiudadano === undefined ? {} : { citizen: datosCiudadano }),
    ...(ubicacion === undefined ? {} : { location: ubicacion }),
    signatures: signatures.flatMap(({ indexSignature, title, names, imgID }): GivenSignature[] =>
      imgID === undefined
        ? []
        : [{ indexSignature, title, firstName: names?.firstName ?? '', lastName: names?.lastName ?? '', image: imgID }],
    ),
  }
}
