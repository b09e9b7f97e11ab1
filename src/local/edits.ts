import type { Result, TemplateId } from '#domain/kernel/index.ts'
import type { TemplateEditSummary, TemplateEdit } from './edit.ts'
import {
  fromEditRows,
  listRemovedParts,
  listPartNames,
  toEditPartRows,
  toEditRow,
  type WrittenEdit,
} from './edit-rows.ts'
import { runRead, runWrite, type Local } from './local.ts'

export type { TemplateEditBase, TemplateEditSummary, TemplateEdit } from './edit.ts'

/**
 * Journals the edit of a template. In a form of 2,000 questions a keystroke writes one section, because sections that
 * are identical objects (`===`) in `written` are skipped.
 * @param written the edit as this editor last wrote it, if no other window wrote since; null writes everything
 */
export function saveTemplateEdit(
  local: Local,
  edit: TemplateEdit,
  written: WrittenEdit | null = null,
): Promise<Result<void>> {
  return runWrite(local, ['edits', 'editParts'], async (database) => {
    const { id } = edit
    // Another window may have discarded the edit, and so deleted the parts written before.
    const before = written !== null && (await database.edits.get(id)) !== undefined ? written : null
    const there =
      before === null
        ? (await database.editParts.where('edit').equals(id).primaryKeys()).map(([, part]) => part)
        : listPartNames(before)
    await database.edits.put(toEditRow(edit))
    await database.editParts.bulkPut([...toEditPartRows(edit, before)])
    await database.editParts.bulkDelete(listRemovedParts(edit, there))
  })
}

/** @returns the edit as last journaled; undefined when no edit of this template exists */
export function loadTemplateEdit(local: Local, id: TemplateId): Promise<TemplateEdit | undefined> {
  return runRead(local, ['edits', 'editParts'], async (database) => {
    const row = await database.edits.get(id)
    return row && fromEditRows(row, await database.editParts.where('edit').equals(id).toArray())
  })
}

/** Lists edits, newest first. */
export function listTemplateEdits(local: Local): Promise<readonly TemplateEditSummary[]> {
  return runRead(local, ['edits'], async (database) => {
    const rows = await database.edits.orderBy('updatedAt').reverse().toArray()
    return rows.map(({ head: _head, sections: _sections, ...summary }) => summary)
  })
}

/** Counts the edits on this device. Edits are not on the server. */
export function countTemplateEdits(local: Local): Promise<number> {
  return runRead(local, ['edits'], (database) => database.edits.count())
}

/** Deletes an edit that was saved or that the user discards. */
export function discardTemplateEdit(local: Local, id: TemplateId): Promise<Result<void>> {
  return runWrite(local, ['edits', 'editParts'], async (database) => {
    await database.edits.delete(id)
    await database.editParts.where('edit').equals(id).delete()
  })
}
