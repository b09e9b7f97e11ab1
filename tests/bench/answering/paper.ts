import { readdirSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { composeAnswer } from '../../../src/domain/answering/index.ts'
import { templateIdSchema, toInstant } from '../../../src/domain/kernel/index.ts'
import { buildAnswerPdf } from '../../../src/domain/pdf/index.ts'
import { translatorFor } from '../../../locales/translator.ts'
import { buildPdfMessages, type PdfRequest } from '../../../src/documents/pdf/index.ts'
import { buildUser } from '../../support/builders/people.ts'
import { BEFORE, buildPlainTemplate } from '../../support/builders/template.ts'
import { buildPlainSubmit } from '../../support/builders/submit.ts'

const TEXT =
  'Se recorrió el local con su titular; las salidas están libres, la instalación eléctrica tiene tapa y disyuntor, y '
/** Number of questions that fill about twenty A4 pages (fewer with a denser layout); ten show a photo. */
const QUESTIONS = 176
const PHOTO_AT = 16
const PHOTOS = 10
const FOLDER = new URL('../../../functions/src/embedded/demo/photos/', import.meta.url)

export type Photo = { readonly sha256: string; readonly bytes: Uint8Array<ArrayBuffer> }
export type Line = { readonly title: string; readonly text: string; readonly photo?: Photo }

/** Ten photos of the demonstration. */
export function photosOfPaper(): readonly Photo[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.jpg'))
  return names.slice(0, PHOTOS).map((name) => {
    const bytes = new Uint8Array(readFileSync(new URL(name, FOLDER)))
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
}

/** The lines to print, one per question; the same for all libraries. */
export function linesOfPaper(): readonly Line[] {
  const photos = photosOfPaper()
  return Array.from({ length: QUESTIONS }, (_, at) => {
    const photo = at % PHOTO_AT === 0 ? photos[at / PHOTO_AT] : undefined
    return {
      title: `Pregunta ${at + 1} sobre el estado del local`,
      text: `${TEXT.repeat(2)}punto ${at + 1}.`,
      ...(photo === undefined ? {} : { photo }),
    }
  })
}

export function requestOfPaper(): PdfRequest {
  const lines = linesOfPaper()
  const preguntas = lines.map(({ title, photo }, orden) => ({
    orden,
    titulo: title,
    tipoPregunta: 1,
    adjuntar: photo !== undefined,
  }))
  const form = buildPlainTemplate(
    { id: templateIdSchema.parse('papel') },
    { titulo: 'Inspección', secciones: [{ orden: 0, titulo: 'Local', preguntas }] },
  )
  const values = Object.fromEntries(
    lines.map(({ text, photo }, at) => [
      `0/${at}`,
      { respuesta: text, ...(photo === undefined ? {} : { imagen: photo.sha256 }) },
    ]),
  )
  const files = lines.flatMap(({ photo }) =>
    photo === undefined
      ? []
      : [{ sha256: photo.sha256, bytes: photo.bytes.length, type: 'image/jpeg', name: 'foto.jpg' }],
  )
  const submit = buildPlainSubmit(1, '', { template: form.id, content: { values, conditions: {}, rows: {} }, files })
  const answer = composeAnswer(form, submit, { code: 'VIS1', now: BEFORE, author: buildUser('ines') })
  const setting = {
    texts: buildPdfMessages(translatorFor('es')),
    language: 'es',
    dateTime: () => '20/11/2026 15:30',
    codeHidden: false,
    electronicSignatureHidden: false,
    home: '',
  }
  return { papers: [buildAnswerPdf(answer, undefined, setting)], language: 'es', origin: '', at: toInstant(0) }
}
