import { DATA_TYPE, QUESTION_TYPE } from '../../../src/domain/questions/index.ts'
import { templateDraftSchema, type TemplateDraft } from '../../../src/domain/templates/index.ts'
import { areaPathSchema } from '../../../src/domain/kernel/index.ts'

/** Numbers of questions. All compared editors get the same form: sections (pages) of questions of five kinds. */

export const SIZES = [50, 500, 2000] as const
export type Size = (typeof SIZES)[number]
/** Questions per section, and whether they are required. */
export type Cut = { readonly perSection: number; readonly required: boolean }
const FOR_EDITORS: Cut = { perSection: 25, required: false }
export const OPTIONS = ['Bueno', 'Regular', 'Malo', 'No corresponde']
const KINDS = ['text', 'number', 'single', 'several', 'yes-no'] as const
export type Kind = (typeof KINDS)[number]

/** Title and kind of each question, by section. */
export function titlesOf(
  size: number,
  { perSection }: Cut,
): readonly (readonly { readonly title: string; readonly kind: Kind }[])[] {
  return Array.from({ length: Math.ceil(size / perSection) }, (_, section) =>
    Array.from({ length: Math.min(perSection, size - section * perSection) }, (__, index) => {
      const number = section * perSection + index
      return { title: titleOf(number), kind: KINDS[number % KINDS.length] ?? 'text' }
    }),
  )
}

/** @param number index from 0 */
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

export function relevoForm(size: number, area: string, cut: Cut = FOR_EDITORS): TemplateDraft {
  return templateDraftSchema.parse({
    titulo: `Medición de ${size}`,
    areas: [areaPathSchema.parse(area)],
    secciones: titlesOf(size, cut).map((questions, orden) => ({
      orden,
      titulo: `Sección ${orden + 1}`,
      preguntas: questions.map(({ title, kind }, index) => ({
        orden: index,
        titulo: title,
        required: cut.required,
        ...QUESTION[kind],
      })),
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

export function surveyJson(size: number, cut: Cut = FOR_EDITORS): object {
  return {
    title: `Medición de ${size}`,
    pages: titlesOf(size, cut).map((questions, page) => ({
      name: `page${page + 1}`,
      title: `Sección ${page + 1}`,
      elements: questions.map(({ title, kind }, index) => ({
        ...ELEMENT[kind],
        name: `q${page * cut.perSection + index}`,
        title,
        isRequired: cut.required,
      })),
    })),
  }
}
