import {
  openFormAtWork,
  type FormTemplate,
  type KeptDraft,
  beginForm,
  draftOf,
  emptyForm,
  type EditorForm,
  toEditorForm,
  updateForm,
  type NewKey,
} from '#domain/templates/index.ts'
import { problemOf, type Ask } from '#domain/endpoints/index.ts'
import { newTemplateId, type Problem, type TemplateId, templateIdSchema } from '#domain/kernel/index.ts'
import type { EditorHost } from './store/editor-store.ts'
import { type EditBase, listAreas, loadEdit, loadTemplate, type Local } from '#local/index.ts'

/** The id of the address that makes a new form. */
export const NEW_FORM = 'nuevo'

/** What an address leads to. */
export type Opening =
  | {
      readonly kind: 'open'
      readonly id: TemplateId
      readonly base: EditBase | null
      readonly form: EditorForm
      readonly sent: EditorForm | null
      readonly restored: Restored | null
      /** how many answers the form has; null: the server was not asked yet */
      readonly answers: number | null
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** A journaled edit that the editor goes on with; moments as they were written. */
export type Restored = { readonly startedAt: string; readonly updatedAt: string }

export type OpeningDeps = {
  readonly local: Local
  readonly ask: Ask
  readonly newKey: NewKey
  readonly timers: EditorHost['timers']
  readonly random: (length: number) => Uint8Array
}

/** Milliseconds that the user waits for the server where this device has a copy of its own. */
const PATIENCE = 2500

/**
 * Opens this device's edit, else the server's draft or form, else the published form of this device: without a
 * connection, or where the server takes its time. `useFacts` reports a draft that turns up later. A new form is only
 * made here; it is kept from the first change on.
 */
export async function openEditor(address: string, deps: OpeningDeps): Promise<Opening> {
  const { local, ask, newKey, random, timers } = deps
  if (address === NEW_FORM) return openNew(local, newTemplateId(random(16)), newKey)
  const id = templateIdSchema.safeParse(address)
  if (!id.success) return { kind: 'missing' }
  const edit = await loadEdit(local, id.data)
  if (edit !== undefined) {
    const { base, form, sent, startedAt, updatedAt } = edit
    return { kind: 'open', id: id.data, base, form, sent, restored: { startedAt, updatedAt }, answers: null }
  }
  const known = await loadTemplate(local, id.data)
  const asked = ask(openFormAtWork, { id: id.data })
  if (known !== undefined) {
    const outcome = await Promise.race([asked, patience(timers)])
    const onServer = outcome?.kind === 'ok' ? outcome.value : { template: known, kept: null, answers: null }
    return openKnown(id.data, onServer, newKey)
  }
  const outcome = await asked
  if (outcome.kind === 'ok') return openKnown(id.data, outcome.value, newKey)
  const problem = problemOf(outcome)
  return isGone(problem) ? { kind: 'missing' } : { kind: 'problem', problem }
}

function patience(timers: EditorHost['timers']): Promise<undefined> {
  return new Promise((resolve) => timers.set(() => resolve(undefined), PATIENCE))
}

/** The general words for these speak of answering; the editor has its own for a missing form (part 2, point 8). */
export function isGone({ code }: Problem): boolean {
  return code === 'template.missing' || code === 'template.deleted' || code === 'request.not-found'
}

/** What the server has of a form: what is published, and the draft of it; never neither. */
export type OnServer = { readonly template: FormTemplate | null; readonly kept: KeptDraft | null }

/** What is edited: the draft, where there is one. */
export function contentOf({ template, kept }: OnServer): FormTemplate | KeptDraft | null {
  return kept ?? template
}

/** A form as it is opened, named by keys. */
export function baseOf(onServer: OnServer, newKey: NewKey): EditBase {
  const content = contentOf(onServer)
  return factsOf(onServer, content === null ? emptyForm() : toEditorForm(draftOf(content), newKey))
}

/** @param opened what the server has, as the editor names it */
export function factsOf({ template, kept }: OnServer, opened: EditorForm): EditBase {
  return { template, kept: kept && { revision: kept.revision, lastEdit: kept.lastEdit }, opened }
}

type Asked = OnServer & { readonly answers: number | null }

function openKnown(id: TemplateId, { answers, ...onServer }: Asked, newKey: NewKey): Opening {
  const base = baseOf(onServer, newKey)
  return { kind: 'open', id, base, form: base.opened, sent: null, restored: null, answers }
}

/** Begins with a section and a question. A user who has one area only need not choose it. */
async function openNew(local: Local, id: TemplateId, newKey: NewKey): Promise<Opening> {
  const [only, ...others] = await listAreas(local)
  const form = beginForm(newKey)
  const chosen = only !== undefined && others.length === 0 ? updateForm(form, { areas: [only.path] }) : form
  return { kind: 'open', id, base: null, form: chosen, sent: null, restored: null, answers: null }
}
