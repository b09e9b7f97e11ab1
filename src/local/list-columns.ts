import type { TemplateId } from '#domain/kernel/index.ts'
import { runWrite, type Local } from './local.ts'
import { readMetaInTransaction, writeMetaInTransaction, readMeta } from './meta.ts'

/** Returns the questions that this account last chose as columns of a form's list; empty if it chose none. */
export async function readListColumns(local: Local, template: TemplateId): Promise<readonly string[]> {
  return (await readMeta(local, 'listColumns'))?.[template] ?? []
}

/**
 * Stores the chosen columns. Ignores a storage refusal, because the columns are also in the URL and can be chosen
 * again.
 */
export async function writeListColumns(local: Local, template: TemplateId, keys: readonly string[]): Promise<void> {
  await runWrite(local, ['meta'], async (database) => {
    const { [template]: _, ...others } = (await readMetaInTransaction(database, 'listColumns')) ?? {}
    await writeMetaInTransaction(database, 'listColumns', keys.length === 0 ? others : { ...others, [template]: keys })
  })
}

/** Returns the view (filters, order, page size, map) last used in a form's list, as a query string; empty if none. */
export async function readListView(local: Local, template: TemplateId): Promise<string> {
  return (await readMeta(local, 'listViews'))?.[template] ?? ''
}

/** Stores the view last used. Ignores a storage refusal, because the view is also in the URL. */
export async function writeListView(local: Local, template: TemplateId, view: string): Promise<void> {
  await runWrite(local, ['meta'], async (database) => {
    const { [template]: before = '', ...others } = (await readMetaInTransaction(database, 'listViews')) ?? {}
    if (before !== view)
      await writeMetaInTransaction(database, 'listViews', view === '' ? others : { ...others, [template]: view })
  })
}
