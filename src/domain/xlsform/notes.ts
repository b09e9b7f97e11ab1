/**
 * Severity of an import note:
 * - `lost`: not imported; the user must decide whether it matters
 * - `changed`: imported with differences
 * - `aside`: does not affect the questions
 */
export type NoteSeverity = 'lost' | 'changed' | 'aside'

export const NOTE_SEVERITY = {
  'type.unknown': 'lost',
  'type.unsupported': 'lost',
  'type.missing': 'lost',
  'type.as-text': 'changed',
  'type.as-number': 'changed',
  'type.as-yes-no': 'changed',
  'type.as-location': 'changed',
  'type.rank-as-choice': 'changed',
  'type.video-setting': 'changed',
  'type.metadata': 'aside',
  'list.missing': 'lost',
  'list.from-file': 'lost',
  'list.other': 'lost',
  'list.text-missing': 'changed',
  'list.name-missing': 'lost',
  'list.unused': 'aside',
  'group.nested': 'changed',
  'group.nested-repeat': 'changed',
  'group.repeat-inside': 'changed',
  'group.loop': 'changed',
  'group.not-opened': 'changed',
  'group.not-closed': 'changed',
  'column.relevant': 'lost',
  'column.constraint': 'lost',
  'column.calculation': 'lost',
  'column.choice_filter': 'lost',
  'column.default': 'lost',
  'column.read_only': 'lost',
  'column.repeat_count': 'lost',
  'column.trigger': 'lost',
  'column.parameters': 'lost',
  'column.media': 'lost',
  'column.guidance_hint': 'lost',
  'column.appearance': 'aside',
  'column.unknown': 'aside',
  'column.twice': 'lost',
  'column.unnamed': 'aside',
  'cell.error': 'changed',
  'cell.local-date': 'changed',
  'cell.local-number': 'changed',
  'required.expression': 'lost',
  'required.conditional': 'changed',
  'label.missing': 'changed',
  'label.reference': 'changed',
  'language.unknown': 'lost',
  'text.cut': 'lost',
  'limit.questions': 'lost',
  'limit.sections': 'lost',
  'limit.options': 'lost',
  'settings.left-out': 'aside',
  'row.disabled': 'aside',
  'row.left-out': 'aside',
  'row.hidden': 'lost',
  'column.hidden': 'lost',
  'sheet.hidden': 'lost',
  'sheet.left-out': 'aside',
  'limit.rows': 'lost',
  'limit.columns': 'lost',
} as const satisfies Readonly<Record<string, NoteSeverity>>

export type NoteCode = keyof typeof NOTE_SEVERITY

export type XlsformNote = {
  readonly code: NoteCode
  readonly sheet: string
  /** row number in the spreadsheet, from 1; null: the note is about the whole sheet */
  readonly row: number | null
  /** name of the question, group, list or column in the workbook */
  readonly name: string
  /** value that caused the note: an expression, a type, a language */
  readonly detail: string
}

/** Collects notes while a workbook is read. */
export type NoteCollector = {
  readonly all: readonly XlsformNote[]
  readonly add: (code: NoteCode, where: NotePlace, detail?: string) => void
}

export type NotePlace = { readonly sheet: string; readonly row: number | null; readonly name: string }

export function createNoteCollector(): NoteCollector {
  const all: XlsformNote[] = []
  return { all, add: (code, { sheet, row, name }, detail = '') => void all.push({ code, sheet, row, name, detail }) }
}
