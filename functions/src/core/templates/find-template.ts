import { actorOfUser, can } from '#domain/access/index.ts'
import type { FormTemplate, User } from '#domain/documents/index.ts'
import { ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { OpenedTemplate } from '#domain/templates/index.ts'
import type { Store } from '../ports.ts'
import { answersIn, templateIn } from '#domain/judgement/index.ts'

/** A template that is not deleted, for somebody who may read it, and its number of answers. Refuses with template.missing, template.deleted. */
export async function findTemplate(store: Store, user: User, id: TemplateId): Promise<Result<OpenedTemplate>> {
  const found = await store.getMany([keys.template(id), keys.templateCounter(id)])
  const template = templateIn(found, id)
  if (template === undefined || !can(actorOfUser(user), 'read', { kind: 'formulario', document: template }))
    return refuse('template.missing')
  return template.deleted
    ? refuse('template.deleted')
    : ok({ template, answers: answersIn(found, id) } as OpenedTemplate)
}

/** One saved version, for somebody who may read the template as it is now. Refuses with template.version-unknown, too. */
export async function findVersion(
  store: Store,
  user: User,
  id: TemplateId,
  version: number,
): Promise<Result<FormTemplate>> {
  const now = await findTemplate(store, user, id)
  if (!now.ok) return now
  const saved = await store.get(keys.templateVersion(id, version))
  return saved === undefined ? refuse('template.version-unknown') : ok(saved)
}
