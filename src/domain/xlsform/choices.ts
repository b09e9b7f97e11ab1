import { MAX_OPTIONS, type Option, optionSchema } from '../questions/documents.ts'
import type { NoteCollector } from './notes.ts'
import { shortenTexts } from './cut.ts'
import { addColumnNotes } from './note-columns.ts'
import { readCell, getNotePlace, type SheetTable } from './table.ts'
import { toTextFields, type FormLanguage, isTextEmpty, readTexts } from './texts.ts'

/** Options by name of their list, in lower case. */
export type ChoiceLists = ReadonlyMap<string, readonly Option[]>

/** Reads the sheets with choices. A choice without a label has its name as text. */
export function readChoiceLists(
  tables: readonly SheetTable[],
  ownLanguage: FormLanguage,
  notes: NoteCollector,
): ChoiceLists {
  const lists = new Map<string, Option[]>()
  for (const table of tables) {
    for (const entry of table.entries) {
      const name = readCell(entry, 'list_name').toLowerCase()
      if (name === '') {
        notes.add('list.name-missing', getNotePlace(table, entry))
        continue
      }
      const list = lists.get(name) ?? []
      lists.set(name, list)
      const place = getNotePlace(table, entry)
      if (list.length === MAX_OPTIONS) notes.add('limit.options', { ...place, name })
      if (list.length >= MAX_OPTIONS) {
        list.length = MAX_OPTIONS
        continue
      }
      addColumnNotes(entry, place, notes)
      const label = readTexts(entry, 'label', ownLanguage)
      if (isTextEmpty(label)) notes.add('list.text-missing', place)
      const texto = isTextEmpty(label) ? { ...label, text: place.name } : label
      list.push(optionSchema.parse({ orden: list.length, ...toTextFields('texto', shortenTexts(texto, notes, place)) }))
    }
  }
  return lists
}
