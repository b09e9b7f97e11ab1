import type { ExportBatch, ExportedAnswer } from '../../../src/domain/exports/index.ts'
import { sectionSchema } from '../../../src/domain/templates/index.ts'
import { exportedAnswerSchema } from '../../../src/domain/exports/index.ts'

/** Number of questions. With the facts that every answer has, the table has 70 columns. */
const QUESTIONS = 60
const BATCH = 250

const SECTIONS = [
  sectionSchema.parse({
    orden: 0,
    titulo: 'Relevamiento',
    preguntas: Array.from({ length: QUESTIONS }, (_, orden) => ({
      orden,
      titulo: `Pregunta ${orden}`,
      tipoPregunta: 1,
      tipoDato: 1 + (orden % 4),
    })),
  }),
]

/** Text, whole number, decimal number and date, in turn. */
function valueOf(question: number, answer: number): string {
  switch (question % 4) {
    case 0:
      return `Vereda en buen estado, número ${answer}-${question}`
    case 1:
      return String(answer * 7 + question)
    case 2:
      return `${answer % 1000},5`
    default:
      return `20${String(10 + (answer % 15))}-0${1 + (question % 9)}-1${answer % 9}`
  }
}

const FIRST = exportedAnswerSchema.parse({
  id: '0'.repeat(26),
  codigoMunicipio: 'VIS0',
  fechaCreacion: '2026-11-20T15:00:00.000Z',
  receivedAt: '2026-11-20T15:30:00.000Z',
  lastUpdate: '2026-11-20T15:30:00.000Z',
  creadoPor: 'ines@relevo.example',
  firstName: 'Inés',
  lastName: 'Quiroga',
  inspectorID: '77',
  templateVersion: 1,
  direccion: 'Mitre 10',
  latlng: { latitude: -31.4, longitude: -64.18 },
  estado: 'Pendiente',
  area: 'Inspección General',
  incidente: '',
  content: { values: {}, conditions: {}, rows: {} },
  signatures: [],
})

function answer(number: number): ExportedAnswer {
  const values = Object.fromEntries(
    Array.from({ length: QUESTIONS }, (_, question) => [`0/${question}`, { respuesta: valueOf(question, number) }]),
  )
  return { ...FIRST, codigoMunicipio: `VIS${number}`, content: { values, conditions: {}, rows: {} } }
}

/** Yields answers in batches, as the server sends them. */
export function* batches(count: number): Generator<ExportBatch> {
  for (let from = 0; from < count; from += BATCH) {
    const answers = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => answer(from + index))
    const versions = from === 0 ? [{ version: 1, secciones: SECTIONS }] : []
    yield { status: 'ok', answers, lastDoc: String(from), total: count, hidden: 0, versions }
  }
}
