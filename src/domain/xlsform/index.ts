export { NOTE_SEVERITY, type NoteSeverity, type NoteCode, type XlsformNote } from './notes.ts'
export { splitIntoSheets, type ReaderNote, type Sheet } from './sheets.ts'
export { convertXlsform, type ImportedXlsform } from './template-of-xlsform.ts'
