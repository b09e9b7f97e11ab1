import { formSummaryOf, type FormTemplate } from '#domain/templates/index.ts'
import type { Result, TemplateId } from '#domain/kernel/index.ts'
import type { RelevoDatabase } from './database.ts'
import { writing, type Local } from './local.ts'

/**
 * A form from the reply to a save: here at once, as the next pull would bring it. One outside the account's areas is
 * left out, as no pull would follow it; so is every form once what was received, areas included, has been removed.
 */
export function keepTemplate(local: Local, template: FormTemplate): Promise<Result<void>> {
  return writing(local, ['templates', 'forms', 'areas', 'answers', 'drafts', 'outbox'], async (database) => {
    const areas = new Set(await database.areas.toCollection().primaryKeys())
    if (template.areas.some((area) => areas.has(area))) await putTemplates(database, [template])
  })
}

/**
 * In a transaction over templates, forms, answers, drafts and outbox: these are the current versions from now on. One
 * that is older than the current one here was on its way while a save's reply overtook it.
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
  await database.forms.bulkPut(newest.map(formSummaryOf))
}

/** In a transaction as `putTemplates`: no version of these templates stays current; those never filled with go. */
export async function retireVersions(database: RelevoDatabase, ids: ReadonlySet<TemplateId>): Promise<void> {
  if (ids.size === 0) return
  await database.forms.bulkDelete([...ids])
  const rows = await database.templates
    .where('id')
    .anyOf([...ids])
    .toArray()
  if (rows.length === 0) return
  const needed = await neededVersions(database)
  const [kept, dropped] = [
    rows.filter((row) => needed.has(nameOf(row))),
    rows.filter((row) => !needed.has(nameOf(row))),
  ]
  await database.templates.bulkDelete(dropped.map(({ id, version }) => [id, version]))
  await database.templates.bulkPut(kept.map((row) => ({ ...row, current: 0 as const })))
}

async function neededVersions(database: RelevoDatabase): Promise<ReadonlySet<string>> {
  const needed = new Set<string>()
  for (const draft of await database.drafts.toArray())
    needed.add(nameOf({ id: draft.template, version: draft.version }))
  await database.outbox.each(({ entry: { mutation } }) => {
    needed.add(nameOf({ id: mutation.template, version: mutation.version }))
  })
  for (const key of await database.answers.orderBy('[template+version]').uniqueKeys()) {
    const [id, version] = key as unknown as [TemplateId, number]
    needed.add(nameOf({ id, version }))
  }
  return needed
}

function nameOf(version: { readonly id: TemplateId; readonly version: number }): string {
  return `${version.id}/${version.version}`
}
