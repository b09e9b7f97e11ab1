import type { StoredFile } from '../files/documents/stored-file.ts'
import type { PaperWords } from './words.ts'

/** An answer as it goes on paper: what, in which order and words, for page and PDF. Texts are as people wrote them. */
export type Paper = {
  /** what a file or a page's foot calls it: the code, or the reference where there is none to be seen */
  readonly name: string
  readonly title: string
  readonly description: string
  /** the form's own image over everything */
  readonly banner: PaperImage | null
  readonly letterhead: Letterhead
  readonly facts: readonly PaperFact[]
  /** null: its record is not looked up */
  readonly keep: PaperKeep | null
  /** what a voucher says, in paragraphs; empty on an answer */
  readonly text: string
  /** BCP 47 tag of `text`; missing: it is in the language of the words, or in one that is not known */
  readonly textTag?: string | undefined
  /** what has not arrived yet, in sentences */
  readonly notes: readonly string[]
  /** whom and what place it is about */
  readonly subjects: readonly PaperSubject[]
  readonly sections: readonly PaperSection[]
  readonly signatures: readonly PaperSignature[]
  readonly sizes: PaperSizes
  /** a roll of 80 mm instead of sheets */
  readonly isPortable: boolean
  /** for what is added when it is drawn */
  readonly words: PaperWords
}

/** A picture by the hash of its bytes, and where readers of the answer get them. */
export type PaperImage = {
  readonly sha256: string
  readonly url: string
  /** of an answer's own files; null: an image of the form */
  readonly bytes: number | null
  /** media type; null: what the bytes say */
  readonly type: string | null
}

export type Letterhead = {
  readonly logo: PaperLogo | null
  readonly municipality: string
  readonly information: string
}

/** Widths and heights in millimetres; undefined: as large as it is, within what the paper has room for. */
export type PaperLogo = {
  readonly image: PaperImage
  readonly text: string
  readonly location: 'flex-start' | 'center' | 'flex-end'
  readonly width: number | undefined
  readonly height: number | undefined
}

/** `isCode`: read letter by letter. */
export type PaperFact = { readonly name: string; readonly value: string; readonly isCode?: true }

/** The code with which the record is looked up, and the address that its QR code leads to; empty: nowhere. */
export type PaperKeep = { readonly name: string; readonly value: string; readonly address: string }

export type PaperSubject = { readonly title: string; readonly facts: readonly PaperFact[] }

export type PaperSection = {
  readonly orden: number
  readonly title: string
  readonly area: string
  readonly description: string
  /** its questions; a row or a checked condition each, where it has such */
  readonly groups: readonly PaperGroup[]
  /** said where there is no group */
  readonly note: string
}

export type PaperGroup = {
  /** empty: the questions of the section itself */
  readonly title: string
  readonly questions: readonly PaperQuestion[]
  /** said where nothing was asked or answered here */
  readonly note: string
}

export type PaperQuestion =
  | { readonly kind: 'heading'; readonly orden: number; readonly text: string }
  | { readonly kind: 'link'; readonly orden: number; readonly text: string; readonly address: string }
  | {
      readonly kind: 'question'
      readonly orden: number
      readonly title: string
      /** empty: it was not answered, or only by its files */
      readonly answer: string
      readonly photo: StoredFile | null
      /** documents and videos, which paper can only name */
      readonly files: readonly StoredFile[]
    }

export type PaperSignature = {
  readonly index: number
  readonly name: string
  readonly title: string
  /** null: not signed */
  readonly image: PaperImage | null
  /** says that the answer was changed after it was signed; empty: it was not */
  readonly note: string
}

/** Points; `imageWidth` is millimetres. undefined: the form does not say, and the drawing has a size of its own. */
export type PaperSizes = {
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

/** A paper that no form has settings for. */
export const OWN_SIZES: PaperSizes = {
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
