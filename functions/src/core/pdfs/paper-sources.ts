import { paperWordsIn, type PdfRequest } from '#documents/pdf/index.ts'
import type { Answer, PdfSettings } from '#domain/documents/index.ts'
import type { Instant } from '#domain/kernel/index.ts'
import { paperOf, type ChosenLook, type Paper, type Reader } from '#domain/paper/index.ts'
import { clockOf, tagOf } from './reader.ts'

/** What papers are composed of, as it goes to another thread: nothing in it runs. */
export type PaperSources = {
  readonly answers: readonly SourceOfPaper[]
  readonly chosen: ChosenLook | undefined
  readonly reader: Reader
  /** where the files that they name can be opened */
  readonly origin: string
  /** where records are looked up */
  readonly home: string
  readonly at: Instant
}
export type SourceOfPaper = {
  readonly answer: Answer
  /** of the version that it was filled with */
  readonly settings: PdfSettings | undefined
  readonly codeHidden: boolean
  readonly electronicSignatureHidden: boolean
}

/** Composes papers. It goes over every text of the answers, so it is called where no request waits. */
export function composePapers({ answers, chosen, reader, origin, home, at }: PaperSources): PdfRequest {
  const setting = {
    words: paperWordsIn(reader.language),
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
