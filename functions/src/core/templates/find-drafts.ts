import { actorOfUser, can, listReachablePlaces } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  countAnswersInDocuments,
  findStoredDraft,
  canEditDraft,
  findTemplateInDocuments,
} from '#domain/templates/judge/index.ts'
import { ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { ALL_DRAFTS_KEY, DRAFTS_PAGE_SIZE, type FormWithDraft, type DraftsPage } from '#domain/templates/index.ts'
import { queryPage } from '../paging.ts'
import type { Store } from '../ports.ts'

/**
 * Published form, draft, and number of answers. Refuses with template.missing, template.deleted and access.forbidden.
 */
export async function findFormWithDraft(store: Store, user: User, id: TemplateId): Promise<Result<FormWithDraft>> {
  const documents = await store.getMany([keys.template(id), keys.templateCounter(id), keys.keptDraft(id)])
  const actor = actorOfUser(user)
  const keptDraft = findStoredDraft(documents, id) ?? null
  const template = findTemplateInDocuments(documents, id)
  if (template === undefined)
    return keptDraft !== null && canEditDraft(actor, keptDraft)
      ? ok({ template: null, kept: keptDraft, answers: 0 })
      : refuse('template.missing')
  if (!can(actor, 'read', { kind: 'formulario', document: template })) return refuse('template.missing')
  if (template.deleted) return refuse('template.deleted')
  if (!can(actor, 'update', { kind: 'formulario', document: template })) return refuse('access.forbidden')
  return ok({ template, kept: keptDraft, answers: countAnswersInDocuments(documents, id) })
}

/**
 * A page of the drafts that this user may edit, latest first.
 * @param after `next` of the previous page
 */
export async function listStoredDrafts(
  store: Store,
  user: User,
  after?: string,
  size: number = DRAFTS_PAGE_SIZE,
): Promise<DraftsPage> {
  const actor = actorOfUser(user)
  const page = await queryPage(store, {
    query: {
      collection: 'borradores',
      containsAny: { field: 'listing.reach', values: listReachablePlaces(actor, ALL_DRAFTS_KEY) },
    },
    summaries: true,
    order: { field: 'lastEdit.date', descending: true },
    valueOf: (document) => document.lastEdit.date,
    size,
    after,
    keeps: (document) => canEditDraft(actor, document),
  })
  return {
    drafts: page.entries.map(({ document }) => document),
    ...(page.next === undefined ? {} : { next: page.next }),
  }
}
