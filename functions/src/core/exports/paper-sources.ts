import { paperMessages, type PdfRequest } from '#documents/pdf/index.ts'
import { paperOf, type Paper } from '#domain/paper/index.ts'
import { translatorFor } from '#locales/translator.ts'
import type { PaperSources } from '../pdf-port.ts'
import { clockOf, tagOf } from './reader.ts'

/** Composes PDFs from answers. Slow, because it reads every text; call it on a thread that serves no requests. */
export function composePapers({ answers, chosen, reader, origin, home, at }: PaperSources): PdfRequest {
  const setting = {
    words: paperMessages(translatorFor(reader.language)),
    language: reader.language,
    dateTime: clockOf(reader),
    chosen,
    home,
  }
  const papers = answers.map(({ answer, settings, codeHidden, electronicSignatureHidden }) =>
    paperOf(answer, settings, { ...setting, codeHidden, electronicSignatureHidden }),
  )
  return { papers: papers as unknown as readonly [Paper, ...Paper[]], language: tagOf(reader), origin, at }
}
