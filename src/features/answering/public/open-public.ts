import { readPublicForm } from '#domain/pages/index.ts'
import { type RequestSender, type RequestOutcome, toProblem, type ReplyOf } from '#domain/endpoints/index.ts'
import { rebuildTemplateFromPublicForm } from '#domain/answering/index.ts'
import { type AnswerId, type Problem, type TemplateId, templateIdSchema } from '#domain/kernel/index.ts'
import {
  deleteDraft,
  storePublicForm,
  listLocalAnswers,
  listDrafts,
  loadTemplate,
  catchStorageFailure,
  type Local,
  type LocalAnswer,
  type PublicFormFacts,
} from '#local/index.ts'
import { NEW_DRAFT, openDraft, type DraftOpening } from '../drafts/open-draft.ts'

/** Result of opening a public form. */
export type PublicOpening =
  | {
      readonly kind: 'form'
      readonly opening: Extract<DraftOpening, { readonly kind: 'new' | 'draft' }>
      /** last answer to this form that any user sent or queued on this device */
      readonly before: LocalAnswer | undefined
      /** unsent drafts of the form on this device */
      readonly drafts: readonly AnswerId[]
    }
  /** the form accepts one answer per person, and this device has already sent one */
  | { readonly kind: 'answered'; readonly before: LocalAnswer }
  /** the form is closed or does not exist; `drafts` are the unsent drafts on this device */
  | { readonly kind: 'refused'; readonly problem: Problem; readonly drafts: readonly AnswerId[] }
  /** the request failed and the form is not on this device, or the device could not store the form */
  | { readonly kind: 'unreachable'; readonly problem: Problem }

/** The server's reply about a public form. */
export type PublicFormResponse = ReplyOf<typeof readPublicForm>
/** Id of the page's element that contains the reply (functions/src/core/pages/public-page.ts). */
const EMBEDDED_FORM_ID = 'relevo-form'

/** The reply embedded in the page. Undefined if the page was served by a service worker or the form is too large. */
export function readEmbeddedForm(page: Document): PublicFormResponse | undefined {
  const text = page.getElementById(EMBEDDED_FORM_ID)?.textContent ?? ''
  return text === '' ? undefined : (JSON.parse(text) as PublicFormResponse)
}

/**
 * Opens an embedded form immediately, without waiting for the database. Used on devices without public data. Stores the
 * form when the database is ready.
 */
export function openEmbeddedForm(local: Local, reply: PublicFormResponse): PublicOpening {
  const template = rebuildTemplateFromPublicForm(reply.form)
  void storePublicForm(local, template, pickFacts(reply))
  return { kind: 'form', opening: { kind: 'new', template, timeZone: reply.timeZone }, before: undefined, drafts: [] }
}

function pickFacts({ form, codeHidden, timeZone }: PublicFormResponse): PublicFormFacts {
  return { codeHidden, timeZone, hasStates: form.estados.disponibles.length > 0 }
}

/** Milliseconds to wait for the server before a stored form is opened. */
const TIMEOUT_MS = 4_000

/**
 * Opens a public form. Asks the server first, as the form may be closed. Without a reply a stored form is opened.
 * Continues the latest draft; there may be several if two windows have each started one.
 * @param pause resolves after the given milliseconds
 */
export async function openPublicForm(
  local: Local,
  id: string,
  ask: RequestSender,
  pause: (milliseconds: number) => Promise<void>,
): Promise<PublicOpening> {
  // Storage errors are returned, so that the page shows them instead of staying empty.
  const result = await catchStorageFailure(() => findPublicForm(local, id, ask, pause))
  return result.ok ? result.value : { kind: 'unreachable', problem: result.problem }
}

async function findPublicForm(
  local: Local,
  id: string,
  ask: RequestSender,
  pause: (milliseconds: number) => Promise<void>,
): Promise<PublicOpening> {
  const parsed = templateIdSchema.safeParse(id)
  if (!parsed.success) return { kind: 'refused', problem: { code: 'template.missing' }, drafts: [] }
  const template = parsed.data
  const asking = ask(readPublicForm, { id: template })
  const drafts = (await listDrafts(local)).filter((draft) => draft.template === template).map((draft) => draft.id)
  const isHere = drafts.length > 0 || (await loadTemplate(local, template)) !== undefined
  const reply = await (isHere ? Promise.race([asking, pause(TIMEOUT_MS)]) : asking)
  if (reply?.kind === 'ok') {
    const template = rebuildTemplateFromPublicForm(reply.value.form)
    const result = await storePublicForm(local, template, pickFacts(reply.value))
    if (!result.ok) return { kind: 'unreachable', problem: result.problem }
  }
  if (reply?.kind === 'refused') return { kind: 'refused', problem: reply.problem, drafts }
  return toOpening(local, template, drafts, reply)
}

async function toOpening(
  local: Local,
  template: TemplateId,
  drafts: readonly AnswerId[],
  reply: RequestOutcome<unknown> | void,
): Promise<PublicOpening> {
  const opening = await openDraft(local, template, drafts[0] ?? NEW_DRAFT)
  const [before] = await listLocalAnswers(local, template)
  if (opening.kind === 'new' || opening.kind === 'draft') {
    const once = opening.template.opcionales.singleAnswer && opening.kind === 'new'
    return once && before !== undefined ? { kind: 'answered', before } : { kind: 'form', opening, before, drafts }
  }
  if (reply !== undefined && reply.kind !== 'ok') return { kind: 'unreachable', problem: toProblem(reply) }
  const problem: Problem = opening.kind === 'problem' ? opening.problem : { code: 'template.missing' }
  return { kind: 'refused', problem, drafts }
}

/** Deletes drafts that the user has discarded. */
export async function discardDrafts(local: Local, drafts: readonly AnswerId[]): Promise<void> {
  for (const draft of drafts) await deleteDraft(local, draft)
}
