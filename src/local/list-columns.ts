import type { TemplateId } from '#domain/kernel/index.ts'
import { writing, type Local } from './local.ts'
import { metaOf, putMeta, readMeta } from './meta.ts'

/** Which questions of a form this account has last had as columns of its list here; none: it has chosen none. */
export async function readListColumns(local: Local, template: TemplateId): Promise<readonly string[]> {
  return (await readMeta(local, 'listColumns'))?.[template] ?? []
}

/** A refusal of storage is not reported: they stand in the address, and are chosen anew the next time. */
export async function writeListColumns(local: Local, template: TemplateId, keys: readonly string[]): Promise<void> {
  await writing(local, ['meta'], async (database) => {
    const { [template]: _, ...others } = (await metaOf(database, 'listColumns')) ?? {}
    await putMeta(database, 'listColumns', keys.length === 0 ? others : { ...others, [template]: keys })
  })
}
