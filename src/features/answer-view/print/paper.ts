import type { CSSProperties } from 'react'
import type { PdfSettings } from '#domain/documents/index.ts'

/** The sizes that a form sets for its paper, as the style sheet takes them; what it does not set has its size there. */
export function paperSizes(settings: PdfSettings | undefined): CSSProperties {
  if (settings === undefined) return {}
  const sizes = {
    '--municipality-size': points(settings.municipalityNameSize),
    '--information-size': points(settings.additionalInformationSize),
    '--form-title-size': points(settings.formTitleSize),
    '--section-title-size': points(settings.sectionTitleSize),
    '--question-size': points(settings.questionSize),
    '--answer-size': points(settings.answerSize),
    '--section-spacing': points(settings.sectionSpacing),
    '--question-spacing': points(settings.questionSpacing),
    '--image-size': millimetres(settings.imageSize),
    '--image-height': settings.imageSize === undefined ? undefined : 'none',
    '--logo-width': millimetres(settings.logoWidth),
    '--logo-height': millimetres(settings.logoHeight),
  }
  return Object.fromEntries(Object.entries(sizes).filter(([, size]) => size !== undefined))
}

const points = (size: number | undefined): string | undefined => (size === undefined ? undefined : `${size}pt`)
const millimetres = (size: number | undefined): string | undefined => (size === undefined ? undefined : `${size}mm`)
