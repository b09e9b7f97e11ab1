import type { Answer } from '#domain/answers/index.ts'
import type { PdfSettings } from '#domain/templates/index.ts'
import type { ChosenLook, PaperImage, Reader, ReceiptPaper, TicketsPaper } from '#domain/paper/index.ts'
import type { Instant, Result } from '#domain/kernel/index.ts'

/** Composes and draws PDFs beside the requests, so that none of them waits for one. */
export type PdfMaker = {
  /** Refuses with pdf.failed, pdf.too-large, as `readPictures` does, and with server.busy where too many wait. */
  make(wanted: WantedPdf): Promise<Result<Uint8Array<ArrayBuffer>>>
}

/** By the SHA-256 of their bytes. */
export type PdfPictures = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

export type WantedPdf = {
  readonly sources: PaperSources | ReceiptSources | TicketSources
  /** Asked for at its turn: no two PDFs' are in memory. @param images what each paper shows, in their order */
  readonly readPictures: (images: readonly (readonly PaperImage[])[]) => Promise<Result<PdfPictures>>
  /** The caller has no account: few of those wait at once, so that they keep no one at work waiting. */
  readonly isPublic: boolean
}

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
/** What is composed already, and shows no pictures. */
export type ReceiptSources = { readonly receipt: ReceiptPaper }
export type TicketSources = { readonly tickets: TicketsPaper }

export type SourceOfPaper = {
  readonly answer: Answer
  /** of the version that it was filled with */
  readonly settings: PdfSettings | undefined
  readonly codeHidden: boolean
  readonly electronicSignatureHidden: boolean
}
