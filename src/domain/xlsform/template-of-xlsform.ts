import { type TemplateDraft, templateDraftSchema } from '../templates/documents/template.ts'
import { ok, refuse, type Result } from '../kernel/index.ts'
import { mayNameAnswer } from '../questions/names-answer.ts'
import { readChoiceLists } from './choices.ts'
import { shortenTitle } from './cut.ts'
import { parseLanguage } from './languages.ts'
import { createNoteCollector, type NotePlace, type NoteCollector, type XlsformNote } from './notes.ts'
import { addColumnNotes, addHeadingNotes, addUnknownColumnNotes } from './note-columns.ts'
import { convertRow, MAX_FORM_OPTIONS, type ConversionContext } from './question.ts'
import { createSectionBuilder } from './sections.ts'
import { findSheet, type Sheet } from './sheets.ts'
import { readCell, type SheetEntry, hasColumn, getNotePlace, type SheetTable, parseTable } from './table.ts'
import { toFormLanguage, readTexts } from './texts.ts'
import { parseTypeCell } from './type-cell.ts'

export type ImportedXlsform = { readonly draft: TemplateDraft; readonly notes: readonly XlsformNote[] }

const SETTINGS: ReadonlySet<string> = new Set(['form_title', 'form_id', 'version', 'default_language'])
/** Setting for the names of answers. Supported only if its expression is a single question. */
const INSTANCE_NAME = 'instance_name'
const QUESTION_REFERENCE = /^\$\{([^{}]+)\}$/

/**
 * Converts an XLSForm workbook (xlsform.org) to a form, with notes about everything that is not supported.
 * @param name file name, used as title if the workbook has none
 * @returns refuses with `import.no-survey` if it is not an XLSForm, and with `import.no-questions` if nothing was
 * imported
 */
export function convertXlsform(sheets: readonly Sheet[], name: string): Result<ImportedXlsform> {
  const survey = findSurvey(sheets)
  if (survey === null) return refuse('import.no-survey')
  const notes = createNoteCollector()
  const settings = findTable(sheets, 'settings')
  const ownLanguage = toFormLanguage(readSetting(settings, 'default_language'))
  const choices = ['choices', 'external_choices']
    .map((sheet) => findTable(sheets, sheet))
    .filter((table) => table !== null)
  const reading: ConversionContext = {
    language: ownLanguage,
    notes,
    lists: readChoiceLists(choices, ownLanguage, notes),
    used: new Set(),
    room: { options: MAX_FORM_OPTIONS },
  }

  const naming = QUESTION_REFERENCE.exec(readSetting(settings, INSTANCE_NAME))?.[1]
  const { sections, location, isNamed } = readSurvey(survey, reading, naming)
  if (sections.length === 0 && !location) return refuse('import.no-questions')
  for (const table of [survey, ...choices]) noteLanguages(table, notes)
  for (const table of [survey, ...choices]) addUnknownColumnNotes(table, notes)
  for (const table of [survey, ...choices, settings]) if (table !== null) addHeadingNotes(table, notes)
  for (const name of reading.lists.keys())
    if (!reading.used.has(name)) notes.add('list.unused', { sheet: 'choices', row: null, name })
  noteSheets(sheets, notes)
  noteSettings(settings, isNamed ? new Set([...SETTINGS, INSTANCE_NAME]) : SETTINGS, notes)
  const titulo = shortenTitle(readSetting(settings, 'form_title') || name)
  return ok({
    draft: templateDraftSchema.parse({ titulo, opcionales: { geolocalizacion: location }, secciones: sections }),
    notes: notes.all,
  })
}

/** Finds the sheet `survey`, or the only sheet of a workbook. */
function findSurvey(sheets: readonly Sheet[]): SheetTable | null {
  const filled = sheets.filter(({ rows }) => rows.length > 0)
  const sheet = findSheet(sheets, 'survey') ?? (filled.length === 1 ? filled[0] : undefined)
  const table = sheet === undefined ? null : parseTable(sheet)
  return table !== null && hasColumn(table, 'type') ? table : null
}

function findTable(sheets: readonly Sheet[], name: string): SheetTable | null {
  const sheet = findSheet(sheets, name)
  return sheet === undefined ? null : parseTable(sheet)
}

function readSetting(settings: SheetTable | null, name: string): string {
  const [entry] = settings?.entries ?? []
  return entry === undefined ? '' : readCell(entry, name)
}

function readSurvey(survey: SheetTable, reading: ConversionContext, naming: string | undefined) {
  const { notes, language } = reading
  const sections = createSectionBuilder(notes)
  /** whether each open group is conditional */
  const conditions: boolean[] = []
  let location = false
  let isNamed = false
  for (const entry of survey.entries) {
    const place = getNotePlace(survey, entry)
    if (isLeftOut(entry, place, notes)) continue
    const type = parseTypeCell(readCell(entry, 'type'))
    if (type.kind === 'begin') {
      if (type.what === 'loop') notes.add('group.loop', place, readCell(entry, 'type'))
      addColumnNotes(entry, place, notes)
      conditions.push(readCell(entry, 'relevant') !== '')
      sections.open({
        repeats: type.what !== 'group',
        title: readTexts(entry, 'label', language),
        description: readTexts(entry, 'hint', language),
        place,
      })
    } else if (type.kind === 'end') {
      conditions.pop()
      if (!sections.close()) notes.add('group.not-opened', place, readCell(entry, 'type'))
    } else {
      const row = { entry, place, conditional: conditions.includes(true), repeats: sections.repeats() }
      const requestedRow = convertRow(type, row, reading)
      location ||= requestedRow.location
      if (requestedRow.question !== null) {
        const names = place.name === naming?.trim() && mayNameAnswer(requestedRow.question)
        isNamed ||= names
        sections.add(names ? { ...requestedRow.question, nombraRespuesta: true } : requestedRow.question, place)
      }
    }
  }
  return { sections: sections.finish(survey.sheet), location, isNamed }
}

/**
 * Checks whether to skip a row: disabled rows, and rows without a type. Each skipped row gets a note: `type.missing`
 * for a row without a type that has a name or a label.
 */
function isLeftOut(entry: SheetEntry, place: NotePlace, notes: NoteCollector): boolean {
  if (/^(yes|true|1)$/i.test(readCell(entry, 'disabled'))) {
    notes.add('row.disabled', place)
    return true
  }
  if (readCell(entry, 'type') !== '') return false
  const isQuestionRow = place.name !== '' || entry.cells.some(([{ name }]) => name === 'label')
  notes.add(isQuestionRow ? 'type.missing' : 'row.left-out', place, isQuestionRow ? '' : (entry.cells[0]?.[1] ?? ''))
  return true
}

const READ_SHEETS = ['survey', 'choices', 'external_choices', 'settings']

/** Adds notes about sheets that are not read, and the notes of the file reader. */
function noteSheets(sheets: readonly Sheet[], notes: NoteCollector): void {
  const filled = sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => cell.trim() !== '')))
  const read = READ_SHEETS.map((name) => findSheet(sheets, name))
  for (const sheet of sheets) {
    const isRead = read.includes(sheet) || (read[0] === undefined && filled.length === 1)
    const place = { sheet: sheet.name.trim(), row: null, name: sheet.name.trim() }
    if (!isRead && filled.includes(sheet)) notes.add('sheet.left-out', place)
    for (const { code, row, detail } of sheet.notes ?? []) {
      if (code === 'sheet.hidden') notes.add(code, place)
      else if (isRead || code === 'row.left-out') notes.add(code, { ...place, row, name: '' }, detail)
    }
  }
}

function noteLanguages(table: SheetTable, notes: NoteCollector): void {
  const written = table.columns.filter(
    ({ name, language }) => (name === 'label' || name === 'hint') && language !== null,
  )
  const languages = new Set(written.map(({ language }) => language ?? ''))
  const first = written[0]?.language
  const hasPlain = table.columns.some(({ name, language }) => name === 'label' && language === null)
  for (const language of languages) {
    // In a form without plain labels, the first language is the form's own, even if its name is unknown.
    if (parseLanguage(language) !== null || (!hasPlain && language === first)) continue
    notes.add('language.unknown', { sheet: table.sheet, row: null, name: language })
  }
}

function noteSettings(settings: SheetTable | null, known: ReadonlySet<string>, notes: NoteCollector): void {
  const [entry] = settings?.entries ?? []
  if (settings === null || entry === undefined) return
  for (const [{ name }, text] of entry.cells) {
    if (!known.has(name)) notes.add('settings.left-out', { sheet: settings.sheet, row: entry.row, name }, text)
  }
  for (const further of settings.entries.slice(1))
    notes.add('row.left-out', getNotePlace(settings, further), further.cells[0]?.[1] ?? '')
}
