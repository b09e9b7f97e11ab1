import { paperWordsIn } from '#documents/pdf/index.ts'
import { municipalityOfDocument, settingsOf, TEMPLATE_IMAGE, type Answer } from '#domain/documents/index.ts'
import {
  MAX_IMAGE_BYTES,
  ok,
  refuse,
  toInstant,
  type Result,
  type Sha256,
  type TemplateId,
} from '#domain/kernel/index.ts'
import { imagesOf, paperOf, type Paper, type PaperImage, type Reader } from '#domain/paper/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Ports } from '../ports.ts'
import type { Look } from './chosen-look.ts'
import { clockOf, tagOf } from './reader.ts'

type PdfPorts = Pick<Ports, 'store' | 'files' | 'clock' | 'pdfs'>

/** Of all pictures together: they are in memory while the PDF is made. */
const MOST_PICTURE_BYTES = 48 * 1024 * 1024
/** Of all answers together, as the store has them. */
export const MOST_CHARACTERS = 4_000_000

/** What an answer comes to; asked one by one, so that many large ones hold no thread. */
export function charactersOf(answer: Answer): number {
  return JSON.stringify(answer).length
}

export type AnswersPdf = { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string }

/**
 * Answers as one PDF, each by the settings of its own form and municipality. Whoever asks may read them, and together they are no more than MOST_CHARACTERS: both were judged
 * before.
 * Refuses with pdf.not-configured, pdf.too-large, pdf.failed, server.busy.
 * @param origin where the files that they name can be opened
 */
export async function answersPdf(
  ports: PdfPorts,
  answers: readonly Answer[],
  look: Look,
  { reader, origin, isPublic }: { readonly reader: Reader; readonly origin: string; readonly isPublic: boolean },
): Promise<Result<AnswersPdf>> {
  const { pdfs, clock } = ports
  if (pdfs === undefined) return refuse('pdf.not-configured')
  const papers = await papersOf(ports, answers, look, reader)
  const [first] = papers
  if (first === undefined) return refuse('answer.missing')
  const request = {
    papers: [first, ...papers.slice(1)],
    language: tagOf(reader),
    origin,
    at: toInstant(clock()),
  } as const
  const readPictures = () => picturesOf(ports, { answers, papers, known: look.pictures })
  const made = await pdfs.make({ request, readPictures, isPublic })
  return made.ok ? ok({ bytes: made.value, name: nameOf(papers) }) : made
}

type OnPaper = {
  readonly answers: readonly Answer[]
  readonly papers: readonly Paper[]
  readonly known: Look['pictures']
}

async function picturesOf(ports: PdfPorts, { answers, papers, known }: OnPaper): Promise<Result<Look['pictures']>> {
  const pictures = new Map(known)
  let room = MOST_PICTURE_BYTES
  for (const [index, paper] of papers.entries())
    for (const image of imagesOf(paper)) {
      if (pictures.has(image.sha256)) continue
      const bytes = await pictureBytes(ports, answers[index], image)
      if (bytes === undefined) continue
      room -= bytes.length
      if (room < 0) return refuse('pdf.too-large')
      pictures.set(image.sha256, bytes)
    }
  return ok(pictures)
}

async function papersOf(
  { store }: PdfPorts,
  answers: readonly Answer[],
  { chosen }: Look,
  reader: Reader,
): Promise<readonly Paper[]> {
  const versionOf = (answer: Answer) => keys.templateVersion(answer.idPlantilla, answer.templateVersion)
  const placeOf = (answer: Answer) => keys.municipality(municipalityOfDocument(answer))
  const found = await store.getMany([...new Set([...answers.map(versionOf), ...answers.map(placeOf)])])
  const words = paperWordsIn(reader.language)
  const dateTime = clockOf(reader)
  return answers.map((answer) => {
    const municipality = found.get(placeOf(answer))
    const settings = municipality === undefined ? undefined : settingsOf(municipality)
    return paperOf(answer, found.get(versionOf(answer))?.pdfSettings, {
      words,
      language: reader.language,
      dateTime,
      codeHidden: settings?.codeHidden === true,
      electronicSignatureHidden: settings?.electronicSignatureHidden === true,
      chosen,
    })
  })
}

/** A file that the answer names, or an image that was sent for a form: an address alone is no key to the file store. undefined: it is not there, or too large for paper. */
async function pictureBytes(
  { store, files }: PdfPorts,
  answer: Answer | undefined,
  { sha256, url }: PaperImage,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const template = TEMPLATE_IMAGE.exec(url)?.[1] as TemplateId | undefined
  const isKnown =
    answer?.files.some((file) => file.sha256 === sha256) === true ||
    (template !== undefined && (await store.get(keys.templateImage(template, sha256 as Sha256))) !== undefined)
  if (!isKnown || ((await files.size(sha256 as Sha256)) ?? Infinity) > MAX_IMAGE_BYTES) return undefined
  const stream = await files.read(sha256 as Sha256)
  return stream === undefined ? undefined : new Uint8Array(await new Response(stream).arrayBuffer())
}

function nameOf([first, ...others]: readonly Paper[]): string {
  const name = (first?.name ?? '').replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
  return others.length === 0 ? `${name}.pdf` : `respuestas_${name}_${others.length + 1}.pdf`
}
