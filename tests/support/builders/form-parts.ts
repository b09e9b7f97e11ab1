import {
  type Condition,
  conditionSchema,
  type FormTemplate,
  type Section,
  sectionSchema,
  type EditorFeatures,
} from '#domain/templates/index.ts'
import { type Question, QUESTION_TYPE, questionSchema } from '#domain/questions/index.ts'
import { buildTemplate } from './template.ts'

/** Parts of a form, for tests that need only the tested part. */
export function question(orden: number, change: object = {}): Question {
  return questionSchema.parse({ orden, titulo: `Question ${orden}`, tipoPregunta: QUESTION_TYPE.OPEN, ...change })
}

export function condition(order: number, questions: readonly Question[]): Condition {
  return conditionSchema.parse({ order, condition: `Condition ${order}`, questions })
}

export function section(orden: number, preguntas: readonly Question[], change: object = {}): Section {
  return sectionSchema.parse({ orden, titulo: `Section ${orden}`, preguntas, ...change })
}

/** All options are offered to the form's author. */
export const ALL_OFFERED: EditorFeatures = { video: true, combined: true, scope: true, retention: true }

/** A template with these sections and, unless `change` adds them, no other parts. */
export function templateOf(secciones: readonly Section[], change: object = {}): FormTemplate {
  const base = buildTemplate()
  const opcionales = { ...base.opcionales, geolocalizacion: false, ciudadano: false, digitalSignature: false }
  return { ...base, opcionales, signatures: [], secciones, ...change }
}
