import { openTemplate, problemOf, type Ask } from '#domain/api/index.ts'
import type { FormTemplate } from '#domain/documents/index.ts'
import { newTemplateId, type Problem, type TemplateId, templateIdSchema } from '#domain/kernel/index.ts'
import { draftOf, emptyForm, type EditorForm, toEditorForm, updateForm, type NewKey } from '#domain/templates/index.ts'
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
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** A journaled edit that the editor goes on with; moments as they were written. */
export type Restored = { readonly startedAt: string; readonly updatedAt: string }

export type OpeningDeps = {
  readonly local: Local
  readonly ask: Ask
  readonly newKey: NewKey
  readonly random: (length: number) => Uint8Array
}

/**
 * Opens what was being edited on this device, else the form as the device has it, else as the server has it. A new form is only made
 * here; it is kept from the first change on.
 */
export async function openEditor(address: string, deps: OpeningDeps): Promise<Opening> {
  const { local, ask, newKey, random } = deps
  if (address === NEW_FORM) return openNew(local, newTemplateId(random(16)))
  const id = templateIdSchema.safeParse(address)
  if (!id.success) return { kind: 'missing' }
  const edit = await loadEdit(local, id.data)
  if (edit !== undefined) {
    const { base, form, sent, startedAt, updatedAt } = edit
    return { kind: 'open', id: id.data, base, form, sent, restored: { startedAt, updatedAt } }
  }
  const known = await loadTemplate(local, id.data)
  if (known !== undefined) return openKnown(known, newKey)
  const outcome = await ask(openTemplate, { id: id.data })
  if (outcome.kind === 'ok') return openKnown(outcome.value.template, newKey)
  const problem = problemOf(outcome)
  return isGone(problem) ? { kind: 'missing' } : { kind: 'problem', problem }
}

/** The general words for these speak of answering; the editor has a sentence of its own for a form that is not there (part 2, point 8). */
export function isGone({ code }: Problem): boolean {
  return code === 'template.missing' || code === 'template.deleted' || code === 'request.not-found'
}

/** A template as it is opened, named by keys. */
export function baseOf(template: FormTemplate, newKey: NewKey): EditBase {
  return { template, opened: toEditorForm(draftOf(template), newKey) }
}

function openKnown(template: FormTemplate, newKey: NewKey): Opening {
  const base = baseOf(template, newKey)
  return { kind: 'open', id: template.id, base, form: base.opened, sent: null, restored: null }
}

/** Whoever has one area only need not choose it. */
async function openNew(local: Local, id: TemplateId): Promise<Opening> {
  const [only, ...others] = await listAreas(local)
  const form = emptyForm()
  const chosen = only !== undefined && others.length === 0 ? updateForm(form, { areas: [only.path] }) : form
  return { kind: 'open', id, base: null, form: chosen, sent: null, restored: null }
}
