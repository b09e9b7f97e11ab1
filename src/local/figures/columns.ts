import type { TemplateId } from '#domain/kernel/index.ts'
import { updateMetaFromReply, readMeta, type StoredFigureColumns, type Local } from '#local/index.ts'

/** Maximum number of stored forms, and of bytes in total. 100,000 answers to sixty questions take about 8 MB. */
export const MAX_STORED_FIGURE_FORMS = 3
export const MAX_STORED_FIGURE_BYTES = 32 * 1024 * 1024

/**
 * Stores the columns from which statistics are computed; the least recently viewed form is deleted.
 * @param keptColumns with empty bytes, the stored columns of this form are deleted
 */
export async function storeFigureColumns(local: Local, keptColumns: StoredFigureColumns): Promise<void> {
  await updateMetaFromReply(local, 'statisticsColumns', (before = []) => {
    const others = before.filter(({ form }) => form !== keptColumns.form)
    const all = keptColumns.bytes.byteLength === 0 ? others : [keptColumns, ...others]
    let bytes = 0
    return all
      .slice(0, MAX_STORED_FIGURE_FORMS)
      .filter((columns) => (bytes += columns.bytes.byteLength) <= MAX_STORED_FIGURE_BYTES)
  }).catch(() => undefined)
}

export async function readFigureColumns(local: Local, form: TemplateId): Promise<StoredFigureColumns | undefined> {
  return (await readMeta(local, 'statisticsColumns'))?.find((keptColumns) => keptColumns.form === form)
}
