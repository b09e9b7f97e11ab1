import type { FormTemplate } from '../templates/documents/template.ts'
import { refuse, type Result } from '../kernel/result.ts'
import { ATTACHMENT_FIELDS } from '../questions/attachments.ts'
import { checkFilePlace, type FilePlace } from './file-places.ts'

type FormWithFiles = Pick<FormTemplate, 'secciones' | 'opcionales' | 'signatures'>

/** File places that a form asks for. */
function listRequestedFileKinds({ secciones, opcionales, signatures }: FormWithFiles): ReadonlySet<FilePlace> {
  const questions = secciones.flatMap(({ preguntas, conditions }) => [
    ...preguntas,
    ...conditions.flatMap((condition) => condition.questions),
  ])
  const asked = ATTACHMENT_FIELDS.filter(({ flag }) => questions.some((question) => question[flag])).map(
    ({ field }) => field,
  )
  return new Set([...asked, ...(opcionales.digitalSignature && signatures.length > 0 ? (['signature'] as const) : [])])
}

/**
 * Checks whether any place of the form accepts the file. Refuses with value.file-not-allowed, file.wrong-type,
 * file.too-large.
 */
export function checkFileAcceptedByForm(
  form: FormWithFiles,
  file: { readonly type: string; readonly bytes: number },
): Result<void> {
  let refusal: Result<void> = refuse('value.file-not-allowed')
  for (const place of listRequestedFileKinds(form)) {
    const checked = checkFilePlace(place, file)
    // file.too-large is more helpful than the file.wrong-type of another place.
    if (checked.ok) return checked
    if (refusal.ok || refusal.problem.code !== 'file.too-large') refusal = checked
  }
  return refusal
}
