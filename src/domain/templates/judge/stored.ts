import { actorOfUser, can, type Action, type Staff } from '../../access/index.ts'
import type { FormTemplate } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import { ok, refuse, type Result, type TemplateId, type UserId } from '../../kernel/index.ts'
import { keys, type FoundDocuments, type Key } from '../../store/index.ts'

/** User and template of a request, read in the transaction, so that current permissions and areas apply. */
export type TemplateAccess = {
  readonly user: User
  readonly actor: Staff
  readonly template: FormTemplate
  readonly answers: number
}

export function listTemplateAccessKeys(id: TemplateId, by: UserId): readonly Key[] {
  return [keys.user(by), keys.template(id), keys.templateCounter(id)]
}

/**
 * Loads a template and checks permission. Refuses, in this order, with session.no-user-record, template.missing (also
 * if the user may not read it), template.deleted and access.forbidden.
 */
export function loadTemplateAccess(
  action: Action,
  id: TemplateId,
  by: UserId,
  documents: FoundDocuments,
): Result<TemplateAccess> {
  const user = documents.get(keys.user(by))
  if (user === undefined) return refuse('session.no-user-record')
  const actor = actorOfUser(user)
  const template = findTemplateInDocuments(documents, id)
  if (template === undefined || !can(actor, 'read', { kind: 'formulario', document: template }))
    return refuse('template.missing')
  if (template.deleted) return refuse('template.deleted')
  if (!can(actor, action, { kind: 'formulario', document: template })) return refuse('access.forbidden')
  return ok({ user, actor, template, answers: countAnswersInDocuments(documents, id) })
}

export function findTemplateInDocuments(documents: FoundDocuments, id: TemplateId): FormTemplate | undefined {
  return documents.get(keys.template(id))
}

/** Returns the first version of a template, which is kept when the template is removed. */
export function findFirstVersionInDocuments(documents: FoundDocuments, id: TemplateId): FormTemplate | undefined {
  return documents.get(keys.templateVersion(id, 1))
}

/** Returns the number of answers of a template. Commits that store answers update it. */
export function countAnswersInDocuments(documents: FoundDocuments, id: TemplateId): number {
  return documents.get(keys.templateCounter(id))?.count ?? 0
}
