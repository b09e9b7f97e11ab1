import { NOTE_SEVERITY, type Severity, type NoteCode, type XlsformNote } from '#domain/xlsform/index.ts'

/** All notes of one code, in the order of the workbook. */
export type NoteGroup = { readonly code: NoteCode; readonly notes: readonly XlsformNote[] }

/** The report as people read it: what is lost first, and within a gravity what happened most often. */
export function reportOf(notes: readonly XlsformNote[]): Readonly<Record<Severity, readonly NoteGroup[]>> {
  const byCode = new Map<NoteCode, XlsformNote[]>()
  for (const note of notes) {
    const some = byCode.get(note.code)
    if (some === undefined) byCode.set(note.code, [note])
    else some.push(note)
  }
  const groups = [...byCode]
    .map(([code, some]): NoteGroup => ({ code, notes: some }))
    .toSorted((a, b) => b.notes.length - a.notes.length)
  const of = (gravity: Severity): readonly NoteGroup[] => groups.filter(({ code }) => NOTE_SEVERITY[code] === gravity)
  return { lost: of('lost'), changed: of('changed'), aside: of('aside') }
}
