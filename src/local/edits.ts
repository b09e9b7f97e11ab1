import type { Result, TemplateId } from '#domain/kernel/index.ts'
import type { EditorForm, EditorSection } from '#domain/templates/index.ts'
import type { EditPartRow, EditRow, RelevoDatabase } from './database.ts'
import type { EditBase, EditSummary, TemplateEdit } from './edit.ts'
import { reading, writing, type Local } from './local.ts'

export type { EditBase, EditSummary, TemplateEdit } from './edit.ts'

/** What `saveEdit` wrote last, so that the next time it writes the difference only. */
type Written = Pick<TemplateEdit, 'base' | 'form' | 'sent'>

/**
 * Journals the edit of a template. Of a form of 2,000 questions a keystroke writes one section: sections that are the same object as in
 * `written` stay as they are.
 * @param written what the same editor wrote before and nobody else has written since; null writes everything
 */
export function saveEdit(local: Local, edit: TemplateEdit, written: Written | null = null): Promise<Result<void>> {
  return writing(local, ['edits', 'editParts'], async (database) => {
    const { id, base, form, startedAt, updatedAt } = edit
    const { secciones, ...head } = form
    const sections = secciones.map(({ key }) => key)
    // Another window may have discarded it: then the parts that were written before are gone.
    const before = written !== null && (await database.edits.get(id)) !== undefined ? written : null
    await database.edits.put({
      id,
      title: form.titulo,
      version: base?.template.version ?? 0,
      startedAt,
      updatedAt,
      head,
      sections,
    })
    await database.editParts.bulkPut([...partsToWrite(edit, before)])
    await database.editParts.bulkDelete([...(await goneParts(database, edit, before))])
  })
}

/** @returns the edit as it was last journaled; undefined when there is none of this template */
export function loadEdit(local: Local, id: TemplateId): Promise<TemplateEdit | undefined> {
  return reading(local, ['edits', 'editParts'], async (database) => {
    const row = await database.edits.get(id)
    if (row === undefined) return undefined
    const parts = await database.editParts.where('edit').equals(id).toArray()
    return {
      id,
      base: baseOf(parts),
      form: formOf(row, parts),
      sent: sentOf(parts),
      startedAt: row.startedAt,
      updatedAt: row.updatedAt,
    }
  })
}

/** The youngest first. */
export function listEdits(local: Local): Promise<readonly EditSummary[]> {
  return reading(local, ['edits'], async (database) => {
    const rows = await database.edits.orderBy('updatedAt').reverse().toArray()
    return rows.map(({ head: _head, sections: _sections, ...summary }) => summary)
  })
}

/** It was saved, or a person gives it up. */
export function discardEdit(local: Local, id: TemplateId): Promise<Result<void>> {
  return writing(local, ['edits', 'editParts'], async (database) => {
    await database.edits.delete(id)
    await database.editParts.where('edit').equals(id).delete()
  })
}

function partsToWrite({ id, base, form, sent }: TemplateEdit, before: Written | null): readonly EditPartRow[] {
  const kept = new Set(before?.form.secciones)
  const changed = form.secciones.filter((section) => !kept.has(section))
  return [
    ...(base === null || base === before?.base ? [] : [{ edit: id, part: 'base' as const, base }]),
    ...(sent === null || sent === before?.sent ? [] : [{ edit: id, part: 'sent' as const, sent }]),
    ...changed.map((section): EditPartRow => ({ edit: id, part: partOf(section.key), section })),
  ]
}

async function goneParts(
  database: RelevoDatabase,
  { id, form, sent }: TemplateEdit,
  before: Written | null,
): Promise<readonly [TemplateId, EditPartRow['part']][]> {
  const kept = new Set<EditPartRow['part']>([
    'base',
    ...(sent === null ? [] : ['sent' as const]),
    ...form.secciones.map(({ key }) => partOf(key)),
  ])
  const there: readonly EditPartRow['part'][] =
    before === null
      ? (await database.editParts.where('edit').equals(id).primaryKeys()).map(([, part]) => part)
      : [...(before.sent === null ? [] : ['sent' as const]), ...before.form.secciones.map(({ key }) => partOf(key))]
  return there.filter((part) => !kept.has(part)).map((part) => [id, part])
}

function partOf(key: string): `section:${string}` {
  return `section:${key}`
}

function baseOf(parts: readonly EditPartRow[]): EditBase | null {
  for (const part of parts) if (part.part === 'base') return part.base
  return null
}

function sentOf(parts: readonly EditPartRow[]): EditorForm | null {
  for (const part of parts) if (part.part === 'sent') return part.sent
  return null
}

function formOf({ head, sections }: EditRow, parts: readonly EditPartRow[]): EditorForm {
  const byKey = new Map<string, EditorSection>()
  for (const part of parts) if ('section' in part) byKey.set(part.section.key, part.section)
  return { ...head, secciones: sections.flatMap((key) => byKey.get(key) ?? []) }
}
