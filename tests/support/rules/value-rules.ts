import { attached, PDF, PNG } from './brought.ts'
import { asking, incomplete, type RuleCase, wrong } from './rule-case.ts'

const OPEN = {}
const INTEGER = { tipoDato: 2 }
const DECIMAL = { tipoDato: 3 }
const DATE = { tipoDato: 4 }
const TIME = { tipoDato: 5 }
const opciones = ['Rojo', 'Verde', 'Azul'].map((texto, orden) => ({ orden, texto }))
const SELECT = { tipoPregunta: 2, opciones }
const RADIO = { tipoPregunta: 3, opciones }
const BOOLEAN = { tipoPregunta: 4 }
const COMBINED = {
  tipoPregunta: 5,
  combinedQuestions: [
    { type: 'text', orden: 0, content: 'Hay' },
    { type: 'input', orden: 1, name: 'puertas', tipoPregunta: 1, tipoDato: 2, required: true },
    { type: 'input', orden: 2, name: 'color', tipoPregunta: 3, opciones },
  ],
}
const required = (question: object) => ({ ...question, required: true })

/** [name, question, its value, expected refusal] */
type Row = readonly [name: string, question: object, value: unknown, refused: RuleCase['refused']]

const of = (rule: string, rows: readonly Row[]): readonly RuleCase[] =>
  rows.map(([name, question, value, refused]) => ({
    rule,
    name,
    form: asking(question as Readonly<Record<string, unknown>>),
    answer: value === undefined ? {} : { values: { '0/0': value } },
    refused,
  }))

const respuesta = (text: string | boolean) => ({ respuesta: text })

const TYPED: readonly RuleCase[] = [
  ...of('Integer: only digits or empty', [
    ['digits', INTEGER, respuesta('42'), null],
    ['zeros in front, as meters have them', INTEGER, respuesta('007'), null],
    ['empty', INTEGER, respuesta(''), null],
    ['letters', INTEGER, respuesta('cuatro'), wrong('value.integer')],
    ['a comma', INTEGER, respuesta('1,5'), wrong('value.integer')],
    ['a minus', INTEGER, respuesta('-1'), wrong('value.integer')],
    ['a minus where the question allows it', { ...INTEGER, permiteNegativos: true }, respuesta('-1'), null],
    ['digits of another script', INTEGER, respuesta('٣'), wrong('value.integer')],
    ['a blank', INTEGER, respuesta(' '), wrong('value.integer')],
  ]),
  ...of('Decimal: digits, optional comma, up to two decimals', [
    ['digits', DECIMAL, respuesta('12'), null],
    ['two decimals', DECIMAL, respuesta('12,55'), null],
    ['empty', DECIMAL, respuesta(''), null],
    ['three decimals', DECIMAL, respuesta('12,555'), wrong('value.decimal')],
    ['a point', DECIMAL, respuesta('12.5'), wrong('value.decimal')],
    ['a comma with nothing behind it', DECIMAL, respuesta('12,'), wrong('value.decimal')],
    ['a comma with nothing before it', DECIMAL, respuesta(',5'), wrong('value.decimal')],
  ]),
  ...of('Dates', [
    ['a day', DATE, respuesta('2028-02-29'), null],
    ['empty', DATE, respuesta(''), null],
    ['a day that no calendar has', DATE, respuesta('2027-02-29'), wrong('value.date')],
    ['as it is typed', DATE, respuesta('21/11/2026'), wrong('value.date')],
    ['a time of day', TIME, respuesta('23:59'), null],
    ['a time that no day has', TIME, respuesta('24:00'), wrong('value.time')],
  ]),
  ...of('Choices: what the question offers', [
    ['one of three', RADIO, { chosen: [1] }, null],
    ['two of a single choice', RADIO, { chosen: [0, 1] }, wrong('value.single-option-only')],
    ['two of several', SELECT, { chosen: [0, 2] }, null],
    ['one that is not offered', SELECT, { chosen: [7] }, wrong('value.option-unknown')],
    ['one twice', SELECT, { chosen: [1, 1] }, wrong('answer.wrong-value')],
    ['text instead', SELECT, respuesta('Rojo'), wrong('answer.wrong-value')],
    ['text for a yes or no', BOOLEAN, respuesta('sí'), wrong('answer.wrong-value')],
    [
      'letters in a number of a combined question',
      COMBINED,
      { combined: { '1': respuesta('x') } },
      wrong('value.integer'),
    ],
  ]),
  ...of('Headings and links are shown and not answered', [
    ['text under a heading', { tipoDato: 7 }, respuesta('x'), wrong('answer.wrong-value')],
    ['text beside a link', { tipoDato: 6 }, respuesta('x'), wrong('answer.wrong-value')],
  ]),
]

const REQUIRED: readonly RuleCase[] = [
  ...of('Required open, radio and yes/no questions need an answer', [
    ['an open one, answered', required(OPEN), respuesta('x'), null],
    ['an open one, empty', required(OPEN), undefined, incomplete('value.required')],
    [
      'an open one, of invisible characters',
      required(OPEN),
      respuesta('\u200B \u2060\u3164'),
      incomplete('value.required'),
    ],
    ['an open one, not required and empty', OPEN, undefined, null],
    ['a number, empty', required(INTEGER), respuesta(''), incomplete('value.required')],
    ['a date, empty', required(DATE), respuesta(''), incomplete('value.required')],
    ['a single choice, chosen', required(RADIO), { chosen: [2] }, null],
    ['a single choice, not chosen', required(RADIO), undefined, incomplete('value.required')],
    ['a yes or no, "no"', required(BOOLEAN), respuesta(false), null],
    ['a yes or no, neither', required(BOOLEAN), undefined, incomplete('value.required')],
    ['a heading, which nobody can answer', required({ tipoDato: 7 }), undefined, null],
    [
      'a single choice of one option, which the device chooses by itself and a forged message leaves out',
      required({ tipoPregunta: 3, opciones: opciones.slice(0, 1) }),
      { chosen: [] },
      incomplete('value.required'),
    ],
  ]),
  ...of('Text may not be whitespace only', [
    ['blanks', required(OPEN), respuesta('   '), incomplete('value.required')],
    ['tabs and line ends', required(OPEN), respuesta('\t\r\n'), incomplete('value.required')],
    ['a blank that is no ASCII', required(OPEN), respuesta('\u00a0\u2003'), incomplete('value.required')],
    ['blanks where nothing is required', OPEN, respuesta('  '), null],
  ]),
  ...of('Select needs one option checked', [
    ['one', required(SELECT), { chosen: [0] }, null],
    ['none', required(SELECT), { chosen: [] }, incomplete('value.required')],
    ['nothing at all', required(SELECT), undefined, incomplete('value.required')],
  ]),
  ...of('A combined question: its own required inputs, whether or not it is required', [
    ['answered', COMBINED, { combined: { '1': respuesta('2') } }, null],
    ['the other input only', COMBINED, { combined: { '2': { chosen: [0] } } }, incomplete('value.required')],
    ['nothing', COMBINED, undefined, incomplete('value.required')],
    ['a blank one', COMBINED, { combined: { '1': respuesta('') } }, incomplete('value.required')],
  ]),
]

const [photo, plan] = [attached('imagen', PNG), attached('documento', PDF)]
const WITH_FILES: readonly RuleCase[] = [
  ['an open question with an image', { adjuntar: true }, [photo], null],
  ['an open question with text and no image', { adjuntar: true }, respuesta('x'), incomplete('value.required')],
  ['a choice with an image instead of an option', { ...SELECT, adjuntar: true }, [photo], null],
  [
    'a choice with an option and no image',
    { ...SELECT, adjuntar: true },
    { chosen: [0] },
    incomplete('value.required'),
  ],
  ['a yes or no with a document', { ...BOOLEAN, adjuntarDocumento: true }, [plan], null],
  ['a document that is not there', { adjuntarDocumento: true }, undefined, incomplete('value.required')],
  ['a video that is not there', { adjuntarVideo: true }, undefined, incomplete('value.required')],
  ['a heading with an image', { tipoDato: 7, adjuntar: true }, [photo], null],
  ['a heading without its image', { tipoDato: 7, adjuntar: true }, undefined, incomplete('value.required')],
  ['one of two kinds is enough', { adjuntar: true, adjuntarDocumento: true }, [plan], null],
  ['an image where none is asked for', {}, [photo], wrong('value.file-not-allowed')],
].map(([name, question, given, refused]): RuleCase => {
  const files = Array.isArray(given) ? (given as readonly (typeof photo)[]) : []
  const value = files.length > 0 ? Object.assign({}, ...files.map((one) => one.value)) : given
  return {
    rule: 'A required image, document or video must be present, and is the answer then',
    name: name as string,
    form: asking(required(question as object)),
    answer: value === undefined ? {} : { values: { '0/0': value } },
    files: files.map((one) => one.file),
    refused: refused as RuleCase['refused'],
  }
})

/** Rules for the value of one question. */
export const VALUE_RULES: readonly RuleCase[] = [...TYPED, ...REQUIRED, ...WITH_FILES]
