import { remove, set, keys, type Decision, type Unit } from '../../store/index.ts'
import { actorOfUser, can } from '../../access/index.ts'
import type { FormTemplate } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import {
  ok,
  refuse,
  type Instant,
  type ProblemCode,
  type Result,
  type TemplateId,
  type UserId,
} from '../../kernel/index.ts'
import type { TemplateDeletion } from '../templates-api.ts'
import { buildDraftDeletionWrites, listStoredDraftKeys } from './stored-drafts.ts'
import {
  countAnswersInDocuments,
  listTemplateAccessKeys,
  findFirstVersionInDocuments,
  findTemplateInDocuments,
} from './stored.ts'

type DeletionDecision = Decision<Result<TemplateDeletion>>

/**
 * Returns the unit that deletes a template (part 1, point 4) and its draft:
 *
 * | found | result |
 * |---|---|
 * | answers | kept, marked as deleted, with deletionInfo |
 * | none | removed; its versions are kept, so that unsent answers are held instead of lost |
 * | already deleted or removed | the same result, nothing written |
 */
export function deleteTemplateUnit(id: TemplateId, by: UserId, now: Instant): Unit<Result<TemplateDeletion>> {
  return {
    keysFor: (documents) => [
      ...listTemplateAccessKeys(id, by),
      keys.templateVersion(id, 1),
      ...listStoredDraftKeys(id, documents),
    ],
    decide: (documents) => {
      const user = documents.get(keys.user(by))
      if (user === undefined) return refuseDeletion('session.no-user-record')
      const template = findTemplateInDocuments(documents, id)
      const knownTemplate = template ?? findFirstVersionInDocuments(documents, id)
      if (knownTemplate === undefined || !mayActOnForm(user, 'read', knownTemplate))
        return refuseDeletion('template.missing')
      if (!mayActOnForm(user, 'delete', knownTemplate)) return refuseDeletion('access.forbidden')
      if (template === undefined) return { result: ok('removed'), writes: [] }
      if (template.deleted) return { result: ok('kept'), writes: [] }
      const draft = buildDraftDeletionWrites(id, null, documents, now)
      if (countAnswersInDocuments(documents, id) === 0)
        return { result: ok('removed'), writes: [remove(keys.template(id)), ...draft] }
      const deletionInfo = { username: user.userMuniCore, date: now, emptyForm: false }
      const document: FormTemplate = { ...template, deleted: true, deletionInfo }
      return { result: ok('kept'), writes: [set(keys.template(id), document), ...draft] }
    },
  }
}

/** Checks a permission as if the form was not deleted, so that the user who deleted it can repeat the request. */
function mayActOnForm(user: User, action: 'read' | 'delete', template: FormTemplate): boolean {
  return can(actorOfUser(user), action, { kind: 'formulario', document: { ...template, deleted: false } })
}

function refuseDeletion(code: ProblemCode): DeletionDecision {
  return { result: refuse(code), writes: [] }
}
