import {
  DATA_TYPE,
  QUESTION_TYPE,
  templateDraftSchema,
  type TemplateDraft,
} from '../../../src/domain/documents/index.ts'
import { areaPathSchema } from '../../../src/domain/kernel/index.ts'

/** The same form for both editors: sections (pages) of 25 questions of five kinds. */

export const SIZES = [50, 500, 2000] as const
export type Size = (typeof SIZES)[number]
const PER_SECTION = 25
const OPTIONS = ['Bueno', 'Regular', 'Malo', 'No corresponde']
const KINDS = ['text', 'number', 'single', 'several', 'yes-no'] as const
type Kind = (typeof KINDS)[number]

function titlesOf(size: number): readonly (readonly { readonly title: string; readonly kind: Kind }[])[] {
  return Array.from({ length: Math.ceil(size / PER_SECTION) }, (_, section) =>
    Array.from({ length: Math.min(PER_SECTION, size - section * PER_SECTION) }, (__, index) => {
      const number = section * PER_SECTION + index
      return { title: titleOf(number), kind: KINDS[number % KINDS.length] ?? 'text' }
    }),
  )
}

/** @param number counts from 0 */
export function titleOf(number: number): string {
  return `Pregunta ${number + 1} sobre el estado del local`
}

const QUESTION: Readonly<Record<Kind, object>> = {
  text: { tipoPregunta: QUESTION_TYPE.OPEN },
  number: { tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.NUMBER },
  single: { tipoPregunta: QUESTION_TYPE.RADIO, opciones: OPTIONS.map((texto, orden) => ({ orden, texto })) },
  several: { tipoPregunta: QUESTION_TYPE.SELECT, opciones: OPTIONS.map((texto, orden) => ({ orden, texto })) },
  'yes-no': { tipoPregunta: QUESTION_TYPE.BOOLEAN },
}

export function relevoForm(size: Size, area: string): TemplateDraft {
  return templateDraftSchema.parse({
    titulo: `Medición de ${size}`,
    areas: [areaPathSchema.parse(area)],
    secciones: titlesOf(size).map((questions, orden) => ({
      orden,
      titulo: `Sección ${orden + 1}`,
      preguntas: questions.map(({ title, kind }, index) => ({ orden: index, titulo: title, ...QUESTION[kind] })),
    })),
  })
}

const ELEMENT: Readonly<Record<Kind, object>> = {
  text: { type: 'text' },
  number: { type: 'text', inputType: 'number' },
  single: { type: 'radiogroup', choices: OPTIONS },
  several: { type: 'checkbox', choices: OPTIONS },
  'yes-no': { type: 'boolean' },
}

export function surveyJson(size: Size): object {
  return {
    title: `Medición de ${size}`,
    pages: titlesOf(size).map((questions, page) => ({
      name: `page${page + 1}`,
      title: `Sección ${page + 1}`,
      elements: questions.map(({ title, kind }, index) => ({
        ...ELEMENT[kind],
        name: `q${page * PER_SECTION + index}`,
        title,
      })),
    })),
  }
}
