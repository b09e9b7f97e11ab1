import { summariseForm, type FormTemplate } from '#domain/templates/index.ts'
import type { Result, TemplateId } from '#domain/kernel/index.ts'
import type { RelevoDatabase } from './database.ts'
import { runWrite, type Local } from './local.ts'

/** Tables of the transactions in which templates are stored or retired. */
export const TEMPLATE_TABLES = ['templates', 'forms', 'answers', 'drafts', 'outbox', 'sent'] as const

/**
 * Stores a form from the reply to a save at once, as the next pull would. Skips a form outside the account's areas,
 * because no pull would update it. Also stores nothing if a sign-out deleted received data, since it deletes the areas
 * too.
 */
export function storeTemplate(local: Local, template: FormTemplate): Promise<Result<void>> {
  return runWrite(local, [...TEMPLATE_TABLES, 'areas'], async (database) => {
    const areas = new Set(await database.areas.toCollection().primaryKeys())
    if (template.areas.some((area) => areas.has(area))) await putTemplates(database, [template])
  })
}

/**
 * Stores templates as the current versions. Ignores versions older than the current one, because the reply to a save
 * may have stored a newer one. Runs in a transaction over `TEMPLATE_TABLES`.
 */
export async function putTemplates(database: RelevoDatabase, templates: readonly FormTemplate[]): Promise<void> {
  if (templates.length === 0) return
  const keys = (await database.templates.where('current').equals(1).primaryKeys()) as unknown as readonly [
    TemplateId,
    number,
  ][]
  const here = new Map(keys)
  const newest = templates.filter(({ id, version }) => version >= (here.get(id) ?? 0))
  await retireVersions(database, new Set(newest.map(({ id }) => id)))
  await database.templates.bulkPut(
    newest.map((template) => ({ id: template.id, version: template.version, current: 1 as const, template })),
  )
  await database.forms.bulkPut(newest.map(summariseForm))
}

/**
 * Retires all versions of these templates. Deletes versions that no answer and no stored work was filled in with. Runs
 * in a transaction over `TEMPLATE_TABLES`.
 */
export async function retireVersions(database: RelevoDatabase, ids: ReadonlySet<TemplateId>): Promise<void> {
  if (ids.size === 0) return
  await database.forms.bulkDelete([...ids])
  const rows = await database.templates
    .where('id')
    .anyOf([...ids])
    .toArray()
  if (rows.length === 0) return
  const needed = await findNeededVersions(database)
  // Reads the stored sent work only if a version would otherwise be deleted.
  if (rows.some((row) => !needed.has(buildVersionKey(row))))
    await database.sent.each(({ mutations }) => {
      for (const { mutation } of mutations)
        needed.add(buildVersionKey({ id: mutation.template, version: mutation.version }))
    })
  const [kept, oldVersions] = [
    rows.filter((row) => needed.has(buildVersionKey(row))),
    rows.filter((row) => !needed.has(buildVersionKey(row))),
  ]
  await database.templates.bulkDelete(oldVersions.map(({ id, version }) => [id, version]))
  await database.templates.bulkPut(kept.map((row) => ({ ...row, current: 0 as const })))
}

async function findNeededVersions(database: RelevoDatabase): Promise<Set<string>> {
  const needed = new Set<string>()
  for (const draft of await database.drafts.toArray())
    needed.add(buildVersionKey({ id: draft.template, version: draft.version }))
  await database.outbox.each(({ entry: { mutation } }) => {
    needed.add(buildVersionKey({ id: mutation.template, version: mutation.version }))
  })
  for (const key of await database.answers.orderBy('[template+version]').uniqueKeys()) {
    const [id, version] = key as unknown as [TemplateId, number]
    needed.add(buildVersionKey({ id, version }))
  }
  return needed
}

function buildVersionKey(version: { readonly id: TemplateId; readonly version: number }): string {
  return `${version.id}/${version.version}`
}
