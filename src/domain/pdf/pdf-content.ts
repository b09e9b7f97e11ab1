import type { StoredFile } from '../files/documents/stored-file.ts'
import type { PdfTexts } from './pdf-texts.ts'

/**
 * Printable document of an answer, for the print page and the PDF. Contains the parts in order, with their final texts.
 */
export type PdfContent = {
  /** name for the file and the page footer: the code, or the reference if no code is visible */
  readonly name: string
  readonly title: string
  readonly description: string
  /** banner image of the form */
  readonly banner: PdfImage | null
  readonly letterhead: Letterhead
  readonly facts: readonly PdfFact[]
  /** null: the record cannot be looked up */
  readonly keep: PdfLookupCode | null
  /** text of a voucher, in paragraphs; empty for an answer */
  readonly text: string
  /** BCP 47 tag of `text`; missing: the same language as `texts`, or unknown */
  readonly textTag?: string | undefined
  /** notes about data that has not been sent yet */
  readonly notes: readonly string[]
  /** persons and location of the answer */
  readonly subjects: readonly PdfSubject[]
  readonly sections: readonly PdfSection[]
  readonly signatures: readonly PdfSignature[]
  readonly sizes: PdfSizes
  /** for a portable printer: a roll of 80 mm instead of sheets */
  readonly isPortable: boolean
  /** words used by the renderer */
  readonly texts: PdfTexts
}

/** Image identified by its hash, with an address that readers of the answer may request. */
export type PdfImage = {
  readonly sha256: string
  readonly url: string
  /** size of an answer's own file; null: image of the form */
  readonly bytes: number | null
  /** media type; null: determined from the bytes */
  readonly type: string | null
}

export type Letterhead = {
  readonly logo: PdfLogo | null
  readonly municipality: string
  readonly information: string
}

/** Logo. Width and height are in millimetres; undefined: natural size, limited by the page. */
export type PdfLogo = {
  readonly image: PdfImage
  readonly text: string
  readonly location: 'flex-start' | 'center' | 'flex-end'
  readonly width: number | undefined
  readonly height: number | undefined
}

/** Fact with its name. `isCode`: screen readers spell the value character by character. */
export type PdfFact = { readonly name: string; readonly value: string; readonly isCode?: true }

/** Code to look up the record. `address`: content of its QR code; empty: no QR code. */
export type PdfLookupCode = { readonly name: string; readonly value: string; readonly address: string }

export type PdfSubject = { readonly title: string; readonly facts: readonly PdfFact[] }

export type PdfSection = {
  readonly orden: number
  readonly title: string
  readonly area: string
  readonly description: string
  /** questions, grouped by row or checked condition if there are any */
  readonly groups: readonly PdfGroup[]
  /** shown if there are no groups */
  readonly note: string
}

export type PdfGroup = {
  /** empty: questions of the section itself */
  readonly title: string
  readonly questions: readonly PdfQuestion[]
  /** shown if nothing was asked or answered */
  readonly note: string
}

export type PdfQuestion =
  | { readonly kind: 'heading'; readonly orden: number; readonly text: string }
  | { readonly kind: 'link'; readonly orden: number; readonly text: string; readonly address: string }
  | {
      readonly kind: 'question'
      readonly orden: number
      readonly title: string
      /** empty: not answered, or only by files */
      readonly answer: string
      readonly photo: StoredFile | null
      /** documents and videos, listed by name */
      readonly files: readonly StoredFile[]
    }

export type PdfSignature = {
  readonly index: number
  readonly name: string
  readonly title: string
  /** null: not signed */
  readonly image: PdfImage | null
  /** note that the answer was changed after signing; empty if not */
  readonly note: string
}

/** Sizes in points; `imageWidth` in millimetres. undefined: default of the renderer. */
export type PdfSizes = {
  readonly municipality: number | undefined
  readonly information: number | undefined
  readonly formTitle: number | undefined
  readonly sectionTitle: number | undefined
  readonly question: number | undefined
  readonly answer: number | undefined
  readonly betweenSections: number | undefined
  readonly betweenQuestions: number | undefined
  readonly imageWidth: number | undefined
}

/** Default sizes, for documents without settings of a form. */
export const DEFAULT_PDF_SIZES: PdfSizes = {
  municipality: undefined,
  information: undefined,
  formTitle: undefined,
  sectionTitle: undefined,
  question: undefined,
  answer: undefined,
  betweenSections: undefined,
  betweenQuestions: undefined,
  imageWidth: undefined,
}
