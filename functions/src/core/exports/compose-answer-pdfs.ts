import { buildPdfMessages, type PdfRequest } from '#documents/pdf/index.ts'
import { buildAnswerPdf, type PdfContent } from '#domain/pdf/index.ts'
import { translatorFor } from '#locales/translator.ts'
import type { AnswerPdfSources } from '../pdf-port.ts'
import { createDateTimeFormatter, toPdfLanguageTag } from './reader.ts'

/** Composes PDFs from answers. Slow, because it reads every text; call it on a thread that serves no requests. */
export function composeAnswerPdfs({ answers, chosen, reader, origin, home, at }: AnswerPdfSources): PdfRequest {
  const setting = {
    texts: buildPdfMessages(translatorFor(reader.language)),
    language: reader.language,
    dateTime: createDateTimeFormatter(reader),
    chosen,
    home,
  }
  const papers = answers.map(({ answer, settings, codeHidden, electronicSignatureHidden }) =>
    buildAnswerPdf(answer, settings, { ...setting, codeHidden, electronicSignatureHidden }),
  )
  return {
    papers: papers as unknown as readonly [PdfContent, ...PdfContent[]],
    language: toPdfLanguageTag(reader),
    origin,
    at,
  }
}
