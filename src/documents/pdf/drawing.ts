import type { PdfContent, PdfImage } from '#domain/pdf/index.ts'
import type { Picture } from './picture.ts'

/** Provides pictures for a page, or null if a picture is not available. @param width width on the page, in points */
export type LoadPicture = (image: PdfImage, width: number) => Promise<Picture | null>

export type DrawingContext = {
  /** BCP 47 tag */
  readonly language: string
  /** origin of links to files; if empty, there are no links */
  readonly origin: string
  readonly pictures: LoadPicture
}

/** Default font sizes and spaces in points. `roll`: the narrow paper of a portable printer, which is read up close. */
const SIZES = {
  sheet: {
    formTitle: 18,
    sectionTitle: 13,
    question: 9,
    answer: 11,
    betweenSections: 20,
    betweenQuestions: 8,
    small: 8,
  },
  roll: {
    formTitle: 13,
    sectionTitle: 11,
    question: 8,
    answer: 10,
    betweenSections: 12,
    betweenQuestions: 6,
    small: 7,
  },
} as const

/** Returns the sizes of a document: those set by the form, and else the defaults for its paper. */
export function pickFontSizes({ sizes, isPortable }: PdfContent) {
  const own = isPortable ? SIZES.roll : SIZES.sheet
  return {
    small: own.small,
    municipality: sizes.municipality ?? 13,
    information: sizes.information ?? own.question,
    formTitle: sizes.formTitle ?? own.formTitle,
    sectionTitle: sizes.sectionTitle ?? own.sectionTitle,
    question: sizes.question ?? own.question,
    answer: sizes.answer ?? own.answer,
    betweenSections: sizes.betweenSections ?? own.betweenSections,
    betweenQuestions: sizes.betweenQuestions ?? own.betweenQuestions,
  }
}
export type PdfFontSizes = ReturnType<typeof pickFontSizes>

/** Returns the font size of a title's explanation, which scales with the title. */
export function computeSubtitleSize(size: number): number {
  return Math.max(9, size * 0.6)
}
