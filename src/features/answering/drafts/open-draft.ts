import type { FormTemplate } from '#domain/templates/index.ts'
import { type AnswerId, answerIdSchema, type Problem, type TemplateId } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import {
  type Draft,
  listDrafts,
  loadAnswer,
  loadDraft,
  loadTemplate,
  readPublicFormFacts,
  type Local,
} from '#local/index.ts'

/** `?borrador=nuevo`: starts a new answer, regardless of existing drafts. */
export const NEW_DRAFT = 'nuevo'

/** Result of opening a URL of the answering screen. */
export type DraftOpening =
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** the draft was saved as an answer: opens its confirmation */
  | { readonly kind: 'saved'; readonly answer: AnswerId }
  | { readonly kind: 'choose'; readonly template: FormTemplate; readonly drafts: readonly Draft[] }
  | ({ readonly kind: 'new' } & OpenedTemplate)
  | ({
      readonly kind: 'draft'
      readonly draft: Draft
      readonly files: readonly FileClaim[]
    } & OpenedTemplate)

type OpenedTemplate = {
  readonly template: FormTemplate
  /** the municipality's, for guests (`PublicFormFacts`) */
  readonly timeZone?: string | undefined
}

/**
 * Finds out what a URL of the answering screen opens. @param requested draft id or NEW_DRAFT from the URL; if
 * undefined, the only draft is continued, or the user chooses between several
 */
export async function openDraft(local: Local, id: TemplateId, requested: string | undefined): Promise<DraftOpening> {
  const [opening, facts] = await Promise.all([findDraft(local, id, requested), readPublicFormFacts(local, id)])
  return opening.kind === 'new' || opening.kind === 'draft' ? { ...opening, timeZone: facts?.timeZone } : opening
}

async function findDraft(local: Local, id: TemplateId, requested: string | undefined): Promise<DraftOpening> {
  const parsed = answerIdSchema.safeParse(requested)
  if (parsed.success) {
    const draftOpening = await openById(local, parsed.data)
    if (draftOpening !== undefined) return draftOpening
  }
  const [template, kept] = await Promise.all([
    loadTemplate(local, id),
    requested === NEW_DRAFT ? [] : listDrafts(local),
  ])
  const drafts = kept.filter((draft) => draft.template === id && draft.change === undefined)
  const [only, ...others] = drafts
  if (only !== undefined && others.length === 0) {
    const draftOpening = await openById(local, only.id)
    if (draftOpening?.kind === 'draft') return draftOpening
  }
  if (template === undefined) return { kind: 'problem', problem: { code: 'template.missing' } }
  if (template.deleted) return { kind: 'problem', problem: { code: 'template.deleted' } }
  return others.length > 0 ? { kind: 'choose', template, drafts } : { kind: 'new', template }
}

async function openById(local: Local, id: AnswerId): Promise<DraftOpening | undefined> {
  const answer = await loadAnswer(local, id)
  if (answer !== undefined) return { kind: 'saved', answer: id }
  const found = await loadDraft(local, id)
  if (found === undefined) return undefined
  // A draft keeps the form version it was started with, even if there is a newer one.
  const template = await loadTemplate(local, found.draft.template, found.draft.version)
  if (template === undefined) return { kind: 'problem', problem: { code: 'template.version-unknown' } }
  return { kind: 'draft', template, ...found }
}
