import { composeAnswer } from '#domain/answering/index.ts'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/questions/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { toExportedAnswer, type ExportBatch, type ExportedAnswer } from '#domain/exports/index.ts'
import { getPositionRowId, toInstant } from '#domain/kernel/index.ts'
import { buildUser } from '../support/builders/people.ts'
import { buildSubmit } from '../support/builders/submit.ts'
import { buildTemplate } from '../support/builders/template.ts'

const BATCH = 250
const MINUTE = 60_000

/** Usual and malicious texts of users. */
const TEXTS = [
  'Bar El Puente',
  '=1+1',
  '=HYPERLINK("https://evil.example";"Press")',
  '@SUM(A1:A9)',
  '+54 351 4567890',
  '-12',
  "'=quoted already",
  '\t=after a tab',
  '＝full width',
  '007',
  '1.234,50',
  '12/03/2026',
  'true',
  '#N/A',
  '1e9',
  '  spaces around  ',
  'one\ntwo\n\nfour',
  'with a return\r\nwithin',
  'says "so", and; more',
  'Ñandú, pingüino, ß, ё, 日本語',
  '👩🏽‍🚒 fire 🔥',
  'looks like _x0041_ an escape',
  "a <b> & 'c' ]]> d",
  'https://relevo.test/?a=1&b=2',
  `long ${'palabra '.repeat(3_900)}`,
] as const
const DECIMALS = ['82,50', '0,05', '-3,1', '1234567890123,99', '00,5', '7'] as const
const WHOLES = ['4', '0', '-15', '007', '123456789012345', '1234567890123456789'] as const
const DAYS = ['2027-03-01', '1900-03-01', '1899-12-31', '2024-02-29', '2099-12-31'] as const

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** The builders' form; its second version adds a combined question, a link and a time, and rewords one question. */
function versions(): readonly FormTemplate[] {
  const first = buildTemplate()
  const combinedQuestions = [
    { type: 'text', orden: 0, content: 'Mide' },
    { type: 'input', orden: 1, name: 'Ancho', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.DECIMAL },
    { type: 'input', orden: 2, name: 'Nota', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.STRING },
  ]
  const more = [
    { orden: 8, titulo: 'Medidas', tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions },
    { orden: 9, titulo: 'Enlace', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.LINK },
    { orden: 10, titulo: 'Hora', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.TIME },
  ]
  const secciones = first.secciones.map((section) =>
    section.orden !== 0
      ? section
      : {
          ...section,
          preguntas: [
            ...section.preguntas.map((each) => (each.orden === 1 ? { ...each, titulo: 'Personal' } : each)),
            ...more,
          ],
        },
  )
  return [first, buildTemplate({ version: 2 }, { secciones })]
}

/** Answers of two versions: with and without rows and conditions, with every text in turn. */
export function batchesOf(count: number): readonly ExportBatch[] {
  const forms = versions()
  const answers = Array.from({ length: count }, (_, index) => answerAt(at(forms, index), index))
  const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, batch) => batch * BATCH)
  return starts.map((start) => ({
    status: 'ok',
    answers: answers.slice(start, start + BATCH),
    lastDoc: null,
    total: count,
    hidden: 0,
    versions: start === 0 ? forms.map(({ version, secciones }) => ({ version, secciones })) : [],
  }))
}

function answerAt(form: FormTemplate, index: number): ExportedAnswer {
  const plain = buildSubmit(index + 1)
  // Only some have long texts, to keep ten thousand answers fast.
  const text = (turn: number) => at(index < 2 * TEXTS.length ? TEXTS : TEXTS.slice(0, -1), turn)
  const rows = index % 4
  const conditions = index % 3 === 0 ? { '2': [0, 1] } : { '2': [0] }
  const values = {
    ...plain.content.values,
    '0/0': { respuesta: text(index) },
    '0/1': { respuesta: at(WHOLES, index) },
    '0/2': { respuesta: at(DECIMALS, index) },
    '0/3': { respuesta: at(DAYS, index) },
    '0/6': { respuesta: index % 2 === 0 },
    ...Object.fromEntries(Array.from({ length: rows }, (_, row) => [`1/r${row}/0`, { respuesta: text(index + row) }])),
    ...(index % 3 === 0 ? { '2/c1/0': { respuesta: text(index + 7) } } : {}),
    ...(form.version === 2
      ? {
          '0/8': { combined: { '1': { respuesta: at(DECIMALS, index) }, '2': { respuesta: text(index + 3) } } },
          '0/9': { respuesta: `https://example.org/?q=${index}&r="${index}"` },
          '0/10': { respuesta: '08:30' },
        }
      : {}),
  }
  const submit = {
    ...plain,
    version: form.version,
    content: { values, conditions, rows: { '1': Array.from({ length: rows }, (_, at) => getPositionRowId(at)) } },
  }
  const now = toInstant(Date.parse('2026-11-20T15:30:00.000Z') + index * MINUTE)
  const answer = composeAnswer(form, submit, { code: `VIS${index + 1}`, now, author: buildUser('ines') })
  const latlng = { latitude: -31.421335 + index / 1_000, longitude: -64.183188 }
  return { ...toExportedAnswer(answer), ...(index % 5 === 0 ? { latlng, direccion: text(index + 11) } : {}) }
}
