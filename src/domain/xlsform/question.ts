import { MAX_OPTIONS_WITHOUT_SEARCH } from '../kernel/limits.ts'
import { QUESTION_TYPE, type Option, type Question, questionSchema } from '../questions/documents.ts'
import { getDataCodec } from '../questions/data-types.ts'
import { acceptsAnswerValue } from '../questions/complete.ts'
import type { ChoiceLists } from './choices.ts'
import { shortenTexts } from './cut.ts'
import type { NotePlace, NoteCollector } from './notes.ts'
import { addColumnNotes } from './note-columns.ts'
import { LOCATION_QUESTION, type QuestionFields, SIMPLE_TYPES } from './simple-types.ts'
import { readCell, type SheetEntry } from './table.ts'
import { toTextFields, type FormLanguage, isTextEmpty, readTexts, type TranslatedTexts } from './texts.ts'
import type { TypeCell } from './type-cell.ts'

/** Result of converting one row of the survey. `location`: the row asks for the answer's location. */
export type ConvertedRow = { readonly question: Question | null; readonly location: boolean }

export type ConversionContext = {
  readonly language: FormLanguage
  readonly lists: ChoiceLists
  readonly notes: NoteCollector
  /** lists that questions use */
  readonly used: Set<string>
  /** number of options that may still be added; each question has a separate copy of its list */
  readonly room: { options: number }
}

/**
 * Maximum options of all questions together; far more than real forms have, and little enough for a tablet's memory.
 */
export const MAX_FORM_OPTIONS = 100_000

/** Row of the survey. `conditional`: in a conditional group; `repeats`: in a repeat. */
export type SurveyRow = {
  readonly entry: SheetEntry
  readonly place: NotePlace
  readonly conditional: boolean
  readonly repeats: boolean
}

const EMPTY_ROW: ConvertedRow = { question: null, location: false }

/**
 * Converts a row. `orden` is 0; adding the question to a section assigns its number.
 * @param type any type except the start and end of a group
 */
export function convertRow(
  type: Exclude<TypeCell, { kind: 'begin' | 'end' }>,
  row: SurveyRow,
  reading: ConversionContext,
): ConvertedRow {
  const { notes } = reading
  const { entry, place } = row
  switch (type.kind) {
    case 'unknown':
      notes.add('type.unknown', place, readCell(entry, 'type'))
      return EMPTY_ROW
    case 'simple': {
      const carried = row.repeats && type.type === 'geopoint' ? LOCATION_QUESTION : SIMPLE_TYPES[type.type]
      if ('note' in carried && carried.note !== undefined) notes.add(carried.note, place, noteDetail(type.type, entry))
      if (carried.kind === 'left-out') return EMPTY_ROW
      addColumnNotes(entry, place, notes)
      if (carried.kind === 'location') return { question: null, location: true }
      return { question: buildQuestion(row, reading, carried.fields), location: false }
    }
    case 'select':
    case 'select-from-file': {
      const opciones = listOptionsOfRow(type, place, reading)
      addColumnNotes(entry, place, notes)
      const tipoPregunta = type.multiple ? QUESTION_TYPE.SELECT : QUESTION_TYPE.RADIO
      return { question: buildQuestion(row, reading, { tipoPregunta, tipoDato: 1, opciones }), location: false }
    }
  }
}

function noteDetail(type: keyof typeof SIMPLE_TYPES, entry: SheetEntry): string {
  const calculation = readCell(entry, 'calculation')
  return type === 'calculate' && calculation !== '' ? calculation : readCell(entry, 'type')
}

function listOptionsOfRow(
  type: Extract<TypeCell, { kind: 'select' | 'select-from-file' }>,
  place: NotePlace,
  { lists, notes, room, used }: ConversionContext,
): readonly Option[] {
  if (type.kind === 'select-from-file') {
    notes.add('list.from-file', place, type.file)
    return []
  }
  if (type.ranked) notes.add('type.rank-as-choice', place)
  if (type.other) notes.add('list.other', place, type.list)
  used.add(type.list.toLowerCase())
  const options = lists.get(type.list.toLowerCase())
  // `select_one ${who}` takes its options from earlier answers, so no list has that name.
  if (options === undefined) {
    notes.add('list.missing', place, type.list)
    return []
  }
  if (options.length > room.options) {
    notes.add('limit.options', place, type.list)
    return []
  }
  room.options -= options.length
  return options
}

function buildQuestion(
  row: SurveyRow,
  reading: ConversionContext,
  fields: QuestionFields & { readonly opciones?: readonly Option[] },
): Question {
  const question = questionSchema.parse({
    orden: 0,
    ...toTextFields('titulo', pickTitle(row, reading)),
    ...pickHelp(row, reading),
    ...fields,
    ...allowsNegatives(row, fields),
    filtrable: (fields.opciones?.length ?? 0) > MAX_OPTIONS_WITHOUT_SEARCH,
  })
  const hasFile = question.adjuntar || question.adjuntarDocumento || question.adjuntarVideo
  // A heading can be required only with an attachment (part 2, point 5).
  return { ...question, required: isRequired(row, reading.notes) && (acceptsAnswerValue(question) || hasFile) }
}

/** Negative number in a constraint, such as `. >= -10`. The question must then allow negative numbers. */
const BELOW_ZERO = /(?:^|[\s<>=(])-\s*\d/

function allowsNegatives({ entry }: SurveyRow, fields: QuestionFields): Pick<Question, 'permiteNegativos'> {
  return getDataCodec(fields).holds === 'number' && BELOW_ZERO.test(readCell(entry, 'constraint'))
    ? { permiteNegativos: true }
    : {}
}

/** Returns the title of a question: the label, otherwise the hint, otherwise the name. */
function pickTitle({ entry, place }: SurveyRow, { language, notes }: ConversionContext): TranslatedTexts {
  const label = readTexts(entry, 'label', language)
  const title = isTextEmpty(label) ? readTexts(entry, 'hint', language) : label
  if (isTextEmpty(title)) {
    notes.add('label.missing', place)
    return { text: place.name, others: {} }
  }
  return shortenTexts(title, notes, place)
}

/** Returns the hint as help text, unless it is used as title because there is no label. */
function pickHelp(
  { entry, place }: SurveyRow,
  { language, notes }: ConversionContext,
): Readonly<Record<string, string>> {
  const hint = readTexts(entry, 'hint', language)
  return isTextEmpty(hint) || isTextEmpty(readTexts(entry, 'label', language))
    ? {}
    : toTextFields('ayuda', shortenTexts(hint, notes, place))
}

const YES = new Set(['yes', 'true', 'true()', '1', 'required', 'si', 'sí'])
const NO = new Set(['', 'no', 'false', 'false()', '0'])

/** Checks whether a question is required. Conditional rows are never required, because Relevo shows them always. */
function isRequired({ entry, place, conditional }: SurveyRow, notes: NoteCollector): boolean {
  const written = readCell(entry, 'required')
  const plainText = written.toLowerCase()
  if (NO.has(plainText)) return false
  if (!YES.has(plainText)) notes.add('required.expression', place, written)
  else if (conditional || readCell(entry, 'relevant') !== '') notes.add('required.conditional', place)
  else return true
  return false
}
