import type { CSSProperties } from 'react'
import type { Paper } from '#domain/paper/index.ts'

/** The sizes that a form sets for its paper, as the style sheet takes them; what it does not set has its size there. */
export function paperSizes({ sizes: own, letterhead: { logo } }: Paper): CSSProperties {
  const sizes = {
    '--municipality-size': points(own.municipality),
    '--information-size': points(own.information),
    '--form-title-size': points(own.formTitle),
    '--section-title-size': points(own.sectionTitle),
    '--question-size': points(own.question),
    '--answer-size': points(own.answer),
    '--section-spacing': points(own.betweenSections),
    '--question-spacing': points(own.betweenQuestions),
    '--image-size': millimetres(own.imageWidth),
    '--image-height': own.imageWidth === undefined ? undefined : 'none',
    '--logo-width': millimetres(logo?.width),
    '--logo-height': millimetres(logo?.height),
  }
  return Object.fromEntries(Object.entries(sizes).filter(([, size]) => size !== undefined))
}

const points = (size: number | undefined): string | undefined => (size === undefined ? undefined : `${size}pt`)
const millimetres = (size: number | undefined): string | undefined => (size === undefined ? undefined : `${size}mm`)
