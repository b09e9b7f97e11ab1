import {
  openFormAtWork,
  type FormTemplate,
  type StoredDraft,
  createBlankForm,
  pickDraftFields,
  createEmptyForm,
  type EditorForm,
  toEditorForm,
  updateForm,
  type NewKey,
} from '#domain/templates/index.ts'
import { toProblem, type RequestSender } from '#domain/endpoints/index.ts'
import { adoptTemplate } from '#domain/template-file/index.ts'
import { generateTemplateId, type Problem, type TemplateId, templateIdSchema } from '#domain/kernel/index.ts'
import type { EditorHost } from './store/editor-store.ts'
import { type TemplateEditBase, listLocalAreas, loadTemplateEdit, loadTemplate, type Local } from '#local/index.ts'

/** The id in the URL of a new form. */
export const NEW_FORM_ID = 'nuevo'

/** Result of opening a URL of the editor. */
export type EditorOpening =
  | {
      readonly kind: 'open'
      readonly id: TemplateId
      readonly base: TemplateEditBase | null
      readonly form: EditorForm
      readonly sent: EditorForm | null
      readonly restored: ContinuedEditDates | null
      /** number of answers; null until the server has replied */
      readonly answers: number | null
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** Timestamps of the journaled edit that is continued. */
export type ContinuedEditDates = { readonly startedAt: string; readonly updatedAt: string }

export type OpeningDeps = {
  readonly local: Local
  readonly ask: RequestSender
  readonly newKey: NewKey
  readonly timers: EditorHost['timers']
  readonly random: (length: number) => Uint8Array
  readonly offer: EditorHost['offer']
}

/** Milliseconds to wait for the server if this device has a copy of the form. */
const TIMEOUT_MS = 2500

/**
 * Opens a form, in this order: the edit on this device, the server's draft, the server's form and, offline or after a
 * timeout, the published form on this device. `useServerFacts` reports a draft that is found later.
 * @param source id of the form that a new form is a copy of
 */
export async function openEditor(address: string, deps: OpeningDeps, source?: string): Promise<EditorOpening> {
  const { local, ask, newKey, random, timers } = deps
  if (address === NEW_FORM_ID) {
    const id = generateTemplateId(random(16))
    const copied = templateIdSchema.safeParse(source)
    return copied.success ? openCopy(id, copied.data, deps) : openNew(local, id, newKey)
  }
  const id = templateIdSchema.safeParse(address)
  if (!id.success) return { kind: 'missing' }
  const edit = await loadTemplateEdit(local, id.data)
  if (edit !== undefined) {
    const { base, form, sent, startedAt, updatedAt } = edit
    return { kind: 'open', id: id.data, base, form, sent, restored: { startedAt, updatedAt }, answers: null }
  }
  const knownTemplate = await loadTemplate(local, id.data)
  const promise = ask(openFormAtWork, { id: id.data })
  if (knownTemplate !== undefined) {
    const outcome = await Promise.race([promise, waitForTimeout(timers)])
    const onServer = outcome?.kind === 'ok' ? outcome.value : { template: knownTemplate, kept: null, answers: null }
    return openKnown(id.data, onServer, newKey)
  }
  const outcome = await promise
  if (outcome.kind === 'ok') return openKnown(id.data, outcome.value, newKey)
  const problem = toProblem(outcome)
  return isFormMissing(problem) ? { kind: 'missing' } : { kind: 'problem', problem }
}

function waitForTimeout(timers: EditorHost['timers']): Promise<undefined> {
  return new Promise((resolve) => timers.set(() => resolve(undefined), TIMEOUT_MS))
}

/** Whether the form is missing or deleted. The editor has its own message for these codes (part 2, point 8). */
export function isFormMissing({ code }: Problem): boolean {
  return code === 'template.missing' || code === 'template.deleted' || code === 'request.not-found'
}

/** The server's state of a form: published version, draft, or both. */
export type ServerForm = { readonly template: FormTemplate | null; readonly kept: StoredDraft | null }

/** The content to edit: the draft if there is one. */
export function pickEditedContent({ template, kept }: ServerForm): FormTemplate | StoredDraft | null {
  return kept ?? template
}

/** The base of an edit: the server's form with generated keys. */
export function createEditBase(onServer: ServerForm, newKey: NewKey): TemplateEditBase {
  const content = pickEditedContent(onServer)
  return toEditBase(onServer, content === null ? createEmptyForm() : toEditorForm(pickDraftFields(content), newKey))
}

/** @param openedForm the server's form with the editor's keys */
export function toEditBase({ template, kept }: ServerForm, openedForm: EditorForm): TemplateEditBase {
  return { template, kept: kept && { revision: kept.revision, lastEdit: kept.lastEdit }, opened: openedForm }
}

type FetchedForm = ServerForm & { readonly answers: number | null }

function openKnown(id: TemplateId, { answers, ...onServer }: FetchedForm, newKey: NewKey): EditorOpening {
  const base = createEditBase(onServer, newKey)
  return { kind: 'open', id, base, form: base.opened, sent: null, restored: null, answers }
}

/**
 * Opens a new form as a copy of a form. Like the server's copies it creates no incidents, and is public only if the
 * user may make forms public. Images belong to the source and are left out.
 */
async function openCopy(id: TemplateId, source: TemplateId, deps: OpeningDeps): Promise<EditorOpening> {
  const { local, ask, newKey, offer } = deps
  const known = await loadTemplate(local, source)
  const outcome = known === undefined ? await ask(openFormAtWork, { id: source }) : undefined
  if (outcome !== undefined && outcome.kind !== 'ok') return { kind: 'problem', problem: toProblem(outcome) }
  const template = known ?? outcome?.value.template ?? null
  if (template === null) return { kind: 'missing' }
  const areas = (await listLocalAreas(local)).map(({ path }) => path)
  const { draft } = adoptTemplate(pickDraftFields(template), { id, incidentTypes: [], areas })
  const isPublic = draft.opcionales.publico && offer(draft.areas).scope
  const opcionales = { ...draft.opcionales, incidentes: false, publico: isPublic }
  const form = toEditorForm({ ...draft, opcionales }, newKey)
  return { kind: 'open', id, base: null, form, sent: null, restored: null, answers: null }
}

/** Opens a new form with a section and a question. If the user has only one area it is preselected. */
async function openNew(local: Local, id: TemplateId, newKey: NewKey): Promise<EditorOpening> {
  const [only, ...others] = await listLocalAreas(local)
  const form = createBlankForm(newKey)
  const chosenForm = only !== undefined && others.length === 0 ? updateForm(form, { areas: [only.path] }) : form
  return { kind: 'open', id, base: null, form: chosenForm, sent: null, restored: null, answers: null }
}
