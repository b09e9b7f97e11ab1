import { actorOfUser, can } from '#domain/access/index.ts'
import { toFormForReader } from '#domain/answering/index.ts'
import {
  type FormTemplate,
  VERSIONS_PAGE_SIZE,
  type OpenedTemplate,
  type TemplateVersions,
} from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'
import { countAnswersInDocuments, findTemplateInDocuments } from '#domain/templates/judge/index.ts'

/**
 * The parts of a template that this reader may see, and its number of answers. Refuses with template.missing and
 * template.deleted.
 */
export async function findTemplate(store: Store, user: User, id: TemplateId): Promise<Result<OpenedTemplate>> {
  const documents = await store.getMany([keys.template(id), keys.templateCounter(id)])
  const template = findTemplateInDocuments(documents, id)
  const actor = actorOfUser(user)
  if (template === undefined || !can(actor, 'read', { kind: 'formulario', document: template }))
    return refuse('template.missing')
  return template.deleted
    ? refuse('template.deleted')
    : ok({
        template: toFormForReader(actor, template),
        answers: countAnswersInDocuments(documents, id),
      } as OpenedTemplate)
}

/**
 * A version of a template. The user must be able to read the current template and this version. Also refuses with
 * template.version-unknown.
 */
export async function findTemplateVersion(
  store: Store,
  user: User,
  id: TemplateId,
  version: number,
): Promise<Result<FormTemplate>> {
  const now = await findTemplate(store, user, id)
  if (!now.ok) return now
  const saved = await store.get(keys.templateVersion(id, version))
  return saved === undefined || !maySeeForm(user, now.value.template, saved)
    ? refuse('template.version-unknown')
    : ok(toFormForReader(actorOfUser(user), saved, now.value.template))
}

/**
 * True when the user may read a version: either the user could read the current form even if it were not public, or the
 * version itself is readable for the user.
 */
function maySeeForm(user: User, now: FormTemplate, version?: FormTemplate): boolean {
  const actor = actorOfUser(user)
  const closed = { ...now, opcionales: { ...now.opcionales, publico: false } }
  return [closed, version].some(
    (document) => document !== undefined && can(actor, 'read', { kind: 'formulario', document }),
  )
}

/**
 * The versions and their editors, newest first. Empty for users who may read the template only because it is public.
 * @param before last version of the previous page
 */
export async function listVersionsOfTemplate(
  store: Store,
  user: User,
  id: TemplateId,
  before = Number.POSITIVE_INFINITY,
): Promise<Result<TemplateVersions>> {
  const now = await findTemplate(store, user, id)
  if (!now.ok) return now
  if (!maySeeForm(user, now.value.template)) return ok({ versions: [], more: false })
  const newest = Math.min(now.value.template.version, before - 1)
  const oldest = Math.max(1, newest - VERSIONS_PAGE_SIZE + 1)
  const lines = Array.from({ length: newest - oldest + 1 }, (_, index) => keys.versionLine(id, newest - index))
  const documents = await store.getMany(lines)
  return ok({ versions: lines.flatMap((key) => documents.get(key) ?? []), more: oldest > 1 })
}
