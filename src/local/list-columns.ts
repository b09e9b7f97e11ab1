import type { TemplateId } from '#domain/kernel/index.ts'
import { runWrite, type Local } from './local.ts'
import { getMeta, putMeta, readMeta } from './meta.ts'

/** Returns the questions that this account last chose as columns of a form's list; empty: none chosen. */
export async function readListColumns(local: Local, template: TemplateId): Promise<readonly string[]> {
  return (await readMeta(local, 'listColumns'))?.[template] ?? []
}

/**
 * Stores the chosen columns. A storage refusal is not reported: the columns are also in the URL, and can be chosen
 * again.
 */
export async function writeListColumns(local: Local, template: TemplateId, keys: readonly string[]): Promise<void> {
  await runWrite(local, ['meta'], async (database) => {
    const { [template]: _, ...others } = (await getMeta(database, 'listColumns')) ?? {}
    await putMeta(database, 'listColumns', keys.length === 0 ? others : { ...others, [template]: keys })
  })
}

/** Returns the filters and order of a form's list that this account last used, as in its URL; empty: none. */
export async function readListView(local: Local, template: TemplateId): Promise<string> {
  return (await readMeta(local, 'listViews'))?.[template] ?? ''
}

/** Stores the view last used. A storage refusal is not reported, because the view is also in the URL. */
export async function writeListView(local: Local, template: TemplateId, view: string): Promise<void> {
  await runWrite(local, ['meta'], async (database) => {
    const { [template]: before = '', ...others } = (await getMeta(database, 'listViews')) ?? {}
    if (before !== view) await putMeta(database, 'listViews', view === '' ? others : { ...others, [template]: view })
  })
}
