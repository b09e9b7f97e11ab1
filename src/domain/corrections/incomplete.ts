import { contentOf } from '../answering/decompose.ts'
import { missingAnswers } from '../answering/missing.ts'
import { progressOf } from '../answering/progress.ts'
import type { AnswerHeader, Signed } from '../answering/submission.ts'
import type { Answer } from '../answers/documents/answer.ts'

/**
 * Whether something is left to fill in: a question that is asked and not answered, required or not, or a signature that
 * staff lack. What the form requires is never accepted without, so that alone would leave nothing to complete.
 * Lists and the server ask this of the answer's own copy of its form.
 */
export function isIncomplete(answer: Answer): boolean {
  const content = contentOf(answer)
  const { answered, total } = progressOf(answer, content)
  return (
    answered < total ||
    (answer.opcionales.digitalSignature && answer.signatures.some(isOpenSignature)) ||
    missingAnswers(answer, content, headerOf(answer)).length > 0
  )
}

function isOpenSignature({ imgID, tipeOfSignatory }: Answer['signatures'][number]): boolean {
  return imgID === undefined && tipeOfSignatory !== 'citizen'
}

/** The header of a stored answer, in the form that a submission has. */
export function headerOf({ datosCiudadano, ubicacion, estados, signatures }: Answer): AnswerHeader {
  return {
    ...(estados === undefined ? {} : { state: estados.actual }),
    ...(datosCiudadano === undefined ? {} : { citizen: datosCiudadano }),
    ...(ubicacion === undefined ? {} : { location: ubicacion }),
    signatures: signatures.flatMap(({ indexSignature, title, names, imgID }): Signed[] =>
      imgID === undefined
        ? []
        : [{ indexSignature, title, firstName: names?.firstName ?? '', lastName: names?.lastName ?? '', image: imgID }],
    ),
  }
}
