export { NOTE_SEVERITY, type Severity, type NoteCode, type XlsformNote } from './notes.ts'
export { sheetsOfTable, type ReadNote, type Sheet } from './sheets.ts'
export { templateOfXlsform, type ImportedXlsform } from './template-of-xlsform.ts'
