import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { buildPdfName, type ReaderLocaleRequest, type ReaderLocale } from '#domain/pdf/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Ports } from '../ports.ts'
import type { PdfDesign } from './pdf-design.ts'
import type { AnswerPdfSource } from '../pdf-port.ts'
import { checkPictures, readPictures } from './pictures.ts'

type PdfPorts = Pick<Ports, 'store' | 'files' | 'clock' | 'pdfs'>

/** Maximum characters of all answers of a PDF together, as stored. */
export const MAX_PDF_CHARACTERS = 4_000_000

/** Size of an answer in characters. Callers add up answers one by one, so that large ones do not block the thread. */
export function countAnswerCharacters(answer: Answer): number {
  return JSON.stringify(answer).length
}

export type AnswersPdf = { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string }

/**
 * Renders answers as one PDF, each with the settings of its own form and municipality. The caller has checked access,
 * and that all answers together have at most MAX_PDF_CHARACTERS. Refuses with pdf.not-configured, answer.missing (no
 * answers), pdf.too-large, pdf.failed and server.busy.
 * @param origin base URL of links to files, which the public does not get, and to the record search
 */
export async function renderAnswersPdf(
  ports: PdfPorts,
  answers: readonly Answer[],
  design: PdfDesign,
  {
    reader,
    origin,
    isPublic,
  }: { readonly reader: ReaderLocaleRequest; readonly origin: string; readonly isPublic: boolean },
): Promise<Result<AnswersPdf>> {
  const { pdfs, clock } = ports
  if (pdfs === undefined) return refuse('pdf.not-configured')
  const [first, ...others] = answers
  if (first === undefined) return refuse('answer.missing')
  const judged = await checkPictures(ports, answers)
  if (!judged.ok) return judged
  const { sources, own } = await readPdfSources(ports, [first, ...others])
  const result = await pdfs.make({
    sources: {
      answers: sources,
      chosen: design.chosen,
      reader: { language: reader.language ?? own.language, timeZone: reader.timeZone ?? own.timeZone },
      origin: isPublic ? '' : origin,
      home: origin,
      at: toInstant(clock()),
    },
    readPictures: (images) => readPictures(ports, answers, images, design.pictures),
    isPublic,
  })
  return result.ok ? ok({ bytes: result.value, name: formatPdfName(sources) }) : result
}

/** `own`: time zone and language of the first answer's municipality, used where the browser sent none. */
type Sources = { readonly sources: readonly AnswerPdfSource[]; readonly own: ReaderLocale }

async function readPdfSources({ store }: PdfPorts, answers: readonly [Answer, ...Answer[]]): Promise<Sources> {
  const getVersionKeyOfPdf = (answer: Answer) => keys.templateVersion(answer.idPlantilla, answer.templateVersion)
  const getMunicipalityKeyOfPdf = (answer: Answer) => keys.municipality(municipalityOfDocument(answer))
  const documents = await store.getMany([
    ...new Set([...answers.map(getVersionKeyOfPdf), ...answers.map(getMunicipalityKeyOfPdf)]),
  ])
  const getSettings = (answer: Answer) =>
    resolveSettings(
      documents.get(getMunicipalityKeyOfPdf(answer)) ?? { path: getMunicipalityKeyOfPdf(answer), settings: {} },
    )
  const sources = answers.map((answer) => {
    const { codeHidden, electronicSignatureHidden } = getSettings(answer)
    return {
      answer,
      settings: documents.get(getVersionKeyOfPdf(answer))?.pdfSettings,
      codeHidden,
      electronicSignatureHidden,
    }
  })
  return { sources, own: getSettings(answers[0]) }
}

function formatPdfName([first, ...others]: readonly AnswerPdfSource[]): string {
  const written = first === undefined ? '' : buildPdfName(first.answer, first)
  const name = written.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
  return others.length === 0 ? `${name}.pdf` : `respuestas_${name}_${others.length + 1}.pdf`
}
