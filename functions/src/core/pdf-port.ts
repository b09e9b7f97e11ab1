import type { Answer } from '#domain/answers/index.ts'
import type { PdfSettings } from '#domain/templates/index.ts'
import type { PdfPrintOptions, PdfImage, ReaderLocale, ReceiptContent, TicketsContent } from '#domain/pdf/index.ts'
import type { Instant, Result } from '#domain/kernel/index.ts'

/** Composes and renders PDFs on another thread, so that requests do not wait. */
export type PdfMaker = {
  /** Refuses with pdf.failed, pdf.too-large, as `readPictures`, and with server.busy when too many wait. */
  make(requestedPdf: RequestedPdf): Promise<Result<Uint8Array<ArrayBuffer>>>
}

/** Pictures by the SHA-256 of their bytes. */
export type PdfPictures = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

export type RequestedPdf = {
  readonly sources: AnswerPdfSources | ReceiptSources | TicketSources
  /**
   * Called just before rendering, so that only one PDF's pictures are in memory.
   * @param images pictures of each answer
   */
  readonly readPictures: (images: readonly (readonly PdfImage[])[]) => Promise<Result<PdfPictures>>
  /** whether the caller has no account; few such requests may wait at once, so that they do not delay staff */
  readonly isPublic: boolean
}

/** Data for PDFs of answers. It is passed to another thread, so it must be plain data. */
export type AnswerPdfSources = {
  readonly answers: readonly AnswerPdfSource[]
  readonly chosen: PdfPrintOptions | undefined
  readonly reader: ReaderLocale
  /** base URL of links to files */
  readonly origin: string
  /** base URL of the record search */
  readonly home: string
  readonly at: Instant
}
/** A composed receipt; receipts have no pictures. */
type ReceiptSources = { readonly receipt: ReceiptContent }
type TicketSources = { readonly tickets: TicketsContent }

export type AnswerPdfSource = {
  readonly answer: Answer
  /** settings of the form version that was answered */
  readonly settings: PdfSettings | undefined
  readonly codeHidden: boolean
  readonly electronicSignatureHidden: boolean
}
