import type { PdfRequest } from '#documents/pdf/index.ts'
import type { Result } from '#domain/kernel/index.ts'

/** Makes PDFs beside the requests, so that none of them waits for one. */
export type PdfMaker = {
  /**
   * Refuses with pdf.failed, pdf.too-large, with what `readPictures` refuses with, and with server.busy where too many wait already.
   */
  make(wanted: WantedPdf): Promise<Result<Uint8Array<ArrayBuffer>>>
}

export type WantedPdf = {
  readonly request: PdfRequest
  /** by the SHA-256 of their bytes; asked for when it is its turn, so that no two have theirs in memory */
  readonly readPictures: () => Promise<Result<ReadonlyMap<string, Uint8Array<ArrayBuffer>>>>
  /** Whoever asks has no account: few of those wait at once, so that they keep nobody at work waiting. */
  readonly isPublic: boolean
}
