import fc from 'fast-check'
import {
  type CombinedItem,
  combinedItemSchema,
  DATA_TYPE,
  type Question,
  QUESTION_TYPE,
} from '#domain/questions/index.ts'
import {
  type FormTemplate,
  type Section,
  type SignatureConfig,
  signatureConfigSchema,
  templateOptionsSchema,
} from '#domain/templates/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { condition, question, section, templateOf } from '../builders/form-parts.ts'
import { OPTIONS } from './words.ts'

/** Forms of any kind: each type of question, attachments, rows, conditions, and the parts besides questions. */

const { OPEN, SELECT, RADIO, BOOLEAN, COMBINED } = QUESTION_TYPE
const options = OPTIONS.map((texto, orden) => ({ orden, texto }))

/** A number, a choice and a yes/no field inside a text, each on a line of its own, each required or not. */
const combined: fc.Arbitrary<readonly CombinedItem[]> = fc
  .record({ number: fc.boolean(), choice: fc.boolean(), yes: fc.boolean() })
  .map(({ number, choice, yes }) =>
    [
      { type: 'text', content: 'Mide' },
      { type: 'input', name: 'Largo', tipoPregunta: OPEN, tipoDato: DATA_TYPE.NUMBER, required: number },
      { type: 'break' },
      { type: 'input', name: 'Clase', tipoPregunta: RADIO, opciones: options, required: choice },
      { type: 'break' },
      { type: 'input', name: 'Visto', tipoPregunta: BOOLEAN, required: yes },
    ].map((item, orden) => combinedItemSchema.parse({ ...item, orden })),
  )

const kind = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom<object>(
      {},
      { tipoDato: DATA_TYPE.NUMBER },
      { tipoDato: DATA_TYPE.NUMBER, permiteNegativos: true },
      { tipoDato: DATA_TYPE.DECIMAL },
      { tipoDato: DATA_TYPE.DATE },
      { tipoDato: DATA_TYPE.TIME },
      { tipoDato: DATA_TYPE.TITLE },
      { tipoPregunta: SELECT, opciones: options },
      { tipoPregunta: RADIO, opciones: options },
      { tipoPregunta: RADIO, opciones: options.slice(0, 1) },
      { tipoPregunta: BOOLEAN },
    ),
  },
  { weight: 3, arbitrary: combined.map((combinedQuestions) => ({ tipoPregunta: COMBINED, combinedQuestions })) },
)

/** Mostly none: a required attachment alone makes a question complete. */
const attachments = fc.constantFrom<object>(
  {},
  {},
  {},
  { adjuntar: true },
  { adjuntarDocumento: true },
  { adjuntarVideo: true },
  { adjuntar: true, adjuntarDocumento: true, adjuntarVideo: true },
)

const questions = fc
  .array(fc.record({ required: fc.boolean(), kind, attachments }), { minLength: 1, maxLength: 3, size: 'max' })
  .map((all) =>
    all.map((one, orden): Question => question(orden, { ...one.kind, ...one.attachments, required: one.required })),
  )

const part = fc.oneof(
  questions.map((preguntas) => ({ preguntas, change: {} })),
  questions.map((preguntas) => ({ preguntas, change: { repetible: true } })),
  fc.record({ one: questions, two: questions, required: fc.boolean(), single: fc.boolean() }).map((of) => ({
    preguntas: [],
    change: {
      conditionalSection: true,
      conditionalQuestion: '¿Qué es?',
      conditionalSectionSingle: of.single,
      required: of.required,
      conditions: [condition(0, of.one), condition(1, of.two)],
    },
  })),
)
const sections = fc
  .array(part, { minLength: 1, maxLength: 3, size: 'max' })
  .map((parts) => parts.map(({ preguntas, change }, orden): Section => section(orden, preguntas, change)))

const signatures = fc
  .array(fc.record({ required: fc.boolean(), tipeOfSignatory: fc.constantFrom('citizen', 'intern') }), {
    minLength: 1,
    maxLength: 2,
    size: 'max',
  })
  .map((all) =>
    all.map((one, indexSignature): SignatureConfig =>
      signatureConfigSchema.parse({ ...one, indexSignature, title: `Firmante ${indexSignature}` }),
    ),
  )

/** Options as an author may turn them on: a public form asks for no citizen (part 2, point 3). */
const beside = fc.record({
  citizen: fc.constantFrom('none', 'asked', 'required', 'public'),
  destinatario: fc.boolean(),
  geolocalizacion: fc.boolean(),
  digitalSignature: fc.constantFrom(true, true, false),
  signatureEditableAnswer: fc.boolean(),
  perState: fc.constantFrom(false, false, true),
})

export const anyForm = fc.record({ secciones: sections, wanted: signatures, beside })
export type AnyForm = typeof anyForm extends fc.Arbitrary<infer Form> ? Form : never

/** @param number in its name, so that each run has a form of its own */
export function formOf({ secciones, wanted, beside: on }: AnyForm, number: number): FormTemplate {
  const opcionales = templateOptionsSchema.parse({
    ciudadano: on.citizen === 'asked' || on.citizen === 'required',
    ciudadanoRequerido: on.citizen === 'required',
    publico: on.citizen === 'public',
    destinatario: on.destinatario,
    geolocalizacion: on.geolocalizacion,
    digitalSignature: on.digitalSignature,
    signatureEditableAnswer: on.digitalSignature && on.signatureEditableAnswer,
    incidentes: on.perState,
  })
  return templateOf(secciones, {
    id: templateIdSchema.parse(`f${number}`),
    opcionales,
    muniCore: { areaId: '7', idTipoIncidente: '3', perState: on.perState },
    signatures: on.digitalSignature ? wanted : [],
  })
}
