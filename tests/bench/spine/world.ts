import { completeTemplate, type FormTemplate } from '../../../src/domain/templates/index.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../../../src/domain/questions/index.ts'
import { areaPathSchema, instantSchema, templateIdSchema } from '../../../src/domain/kernel/index.ts'
import type { FileClaim } from '../../../src/domain/answering/index.ts'

/**
 * The measured forms and answers: Relevo and its peers get the same answers, byte for byte.
 * This file uses neither browser nor Node, so that pages, servers and the load generator share it.
 */

export const MUNICIPALITY = 'paises/AR/provincias/cordoba/municipios/villa-serena'
export const AREA = areaPathSchema.parse(`${MUNICIPALITY}/areas_municipales/inspeccion`)
export const AUTHOR = 'bench'
export const EMAIL = 'bench@relevo.example'
export const PASSWORD = 'relevo-bench-2026'
const SINCE = instantSchema.parse('2026-03-01T12:00:00.000Z')

type Kind = 'text' | 'integer' | 'decimal' | 'date' | 'time' | 'radio' | 'select' | 'boolean'
/** Kinds of questions of an inspection: mostly choices and short texts. */
const CYCLE: readonly Kind[] = [
  'text',
  'radio',
  'integer',
  'text',
  'boolean',
  'select',
  'date',
  'text',
  'decimal',
  'time',
]
const OPTIONS = ['Cumple', 'Cumple en parte', 'No cumple', 'No corresponde', 'No se pudo ver'].map((texto, orden) => ({
  orden,
  texto,
}))
const DATA: Readonly<Partial<Record<Kind, number>>> = {
  integer: DATA_TYPE.NUMBER,
  decimal: DATA_TYPE.DECIMAL,
  date: DATA_TYPE.DATE,
  time: DATA_TYPE.TIME,
}
const QUESTIONS_PER_SECTION = 10

export type Shape = { readonly id: string; readonly title: string; readonly questions: number; readonly photos: number }

/** Forms by purpose. */
export const SHAPES = {
  /** about 2 KB on the wire */
  small: { id: 'bench-2k', title: 'Relevamiento breve', questions: 25, photos: 0 },
  /** one photo */
  photo: { id: 'bench-photo', title: 'Foto de fachada', questions: 5, photos: 1 },
  /** for measuring the server */
  whole: { id: 'bench-50', title: 'Inspección de comercios', questions: 50, photos: 0 },
  /** for saving on the device and opening on screen */
  inspection: { id: 'bench-60', title: 'Inspección completa', questions: 58, photos: 2 },
} as const satisfies Readonly<Record<string, Shape>>

function kindOf(index: number): Kind {
  return CYCLE[index % CYCLE.length] ?? 'text'
}

function questionOf(index: number, orden: number) {
  const kind = kindOf(index)
  const titulo = `${index + 1}. ¿Qué se observa en el punto ${index + 1} de la inspección?`
  switch (kind) {
    case 'radio':
      return { orden, titulo, tipoPregunta: QUESTION_TYPE.RADIO, opciones: OPTIONS, required: true }
    case 'select':
      return { orden, titulo, tipoPregunta: QUESTION_TYPE.SELECT, opciones: OPTIONS, required: true }
    case 'boolean':
      return { orden, titulo, tipoPregunta: QUESTION_TYPE.BOOLEAN, required: true }
    default:
      return {
        orden,
        titulo,
        tipoPregunta: QUESTION_TYPE.OPEN,
        tipoDato: DATA[kind] ?? DATA_TYPE.STRING,
        required: true,
      }
  }
}

function addressOf(index: number): string {
  return `${Math.floor(index / QUESTIONS_PER_SECTION)}/${index % QUESTIONS_PER_SECTION}`
}

export function formOf({ id, title, questions, photos }: Shape): FormTemplate {
  const secciones = Array.from({ length: Math.ceil((questions + photos) / QUESTIONS_PER_SECTION) }, (_, section) => ({
    orden: section,
    titulo: `Sección ${section + 1}`,
    preguntas: Array.from(
      { length: Math.min(QUESTIONS_PER_SECTION, questions + photos - section * QUESTIONS_PER_SECTION) },
      (__, orden) => {
        const index = section * QUESTIONS_PER_SECTION + orden
        if (index < questions) return questionOf(index, orden)
        return {
          orden,
          titulo: `Foto ${index - questions + 1}`,
          tipoPregunta: QUESTION_TYPE.OPEN,
          required: true,
          adjuntar: true,
        }
      },
    ),
  }))
  return completeTemplate(
    { titulo: title, secciones },
    {
      id: templateIdSchema.parse(id),
      version: 1,
      areas: [AREA],
      areaInfo: { nombre: 'Inspección General', id: 'inspeccion' },
      municipioInfo: { nombre: 'Villa Serena' },
      timeStamp: SINCE,
    },
  )
}

const SENTENCE = 'Sin novedades en la recorrida; se dejó constancia en el acta y se informó al titular. '

function valueOf(index: number): object {
  switch (kindOf(index)) {
    case 'integer':
      return { respuesta: String((index * 7) % 120) }
    case 'decimal':
      return { respuesta: `${(index * 13) % 90},5` }
    case 'date':
      return { respuesta: '2026-11-20' }
    case 'time':
      return { respuesta: '09:45' }
    case 'radio':
      return { chosen: [index % OPTIONS.length] }
    case 'select':
      return { chosen: [0, 2] }
    case 'boolean':
      return { respuesta: index % 3 !== 0 }
    default:
      return { respuesta: SENTENCE.slice(0, 24 + ((index * 11) % 60)).trim() }
  }
}

/** 26 characters of Crockford's base 32 that encode only a counter. */
export function idOf(letter: string, run: number, index: number): string {
  return `${letter}${String(run).padStart(9, '0')}${String(index).padStart(16, '0')}`
}

export type Envelope = { readonly id: string; readonly answer: string; readonly device: string; readonly clock: string }

/**
 * A complete submission, as a device makes it.
 * @param bytes length of its JSON, reached by padding the first text
 */
export function submitOf(shape: Shape, envelope: Envelope, files: readonly FileClaim[] = [], bytes = 0) {
  const photos = files.map((file, index) => [addressOf(shape.questions + index), { imagen: file.sha256 }] as const)
  const values = Array.from({ length: shape.questions }, (_, index) => [addressOf(index), valueOf(index)] as const)
  const submit = {
    ...envelope,
    author: AUTHOR,
    offset: 0,
    kind: 'answer.submit',
    template: shape.id,
    version: 1,
    header: { signatures: [] },
    content: { values: Object.fromEntries<object>([...values, ...photos]), conditions: {}, rows: {} },
    files,
  }
  // Padding the first question, a text, keeps the answer valid and its length the same in every system.
  const missing = bytes - new TextEncoder().encode(JSON.stringify(submit)).length
  if (missing > 0)
    submit.content.values['0/0'] = {
      respuesta: SENTENCE.slice(0, 24).trim() + ' .'.repeat(missing).slice(0, missing - 1) + '.',
    }
  return submit
}
