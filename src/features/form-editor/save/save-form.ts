import {
  toProblem,
  type RequestSender,
  type RequestOutcome,
  type RequestFailure,
  type AnyReplyOf,
} from '#domain/endpoints/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import {
  isSameAsDraft,
  findDraftProblems,
  toTemplateDraft,
  removeBlankElements,
  openFormAtWork,
  readTemplateVersion,
  createTemplate,
  keepDraft,
  saveTemplate,
  type FormTemplate,
  type StoredDraft,
  type TemplateDraft,
  type TemplateProblem,
} from '#domain/templates/index.ts'
import type { TemplateEditBase } from '#local/index.ts'
import { toEditBase, type ServerForm } from '../opening.ts'
import { createMissingIncidentTypes } from '../panels/index.ts'
import type { EditingSession } from '../session.ts'
import { applyEdit, type EditorStore, isPublished, setServerFacts } from '../store/editor-store.ts'
import { checkForm, setProblems } from '../store/problems.ts'

/** Result of publishing or saving a draft. Unless `saved`, the changes remain in the editor and on this device. */
export type SaveFormResult =
  /** `more`: further changes were made during the request and are not saved yet */
  | { readonly kind: 'saved'; readonly more: boolean }
  /** the form is invalid; the problems are in the store */
  | { readonly kind: 'problems' }
  | { readonly kind: 'conflict'; readonly current: ServerForm }
  | { readonly kind: 'failed'; readonly problem: Problem }

type SaveDeps = {
  readonly ask: RequestSender
  /** user name in the management system */
  readonly username: string
}

/**
 * Publishes the form: checks the rules, creates missing incident types, and sends the form to the server, which checks
 * the same rules. The edit on this device is deleted after the server has confirmed. The sent form is recorded before
 * the request. If the reply is lost, the next save asks whether the form arrived, so that it is not taken for another
 * user's edit.
 */
export async function publishForm(session: EditingSession, { ask, username }: SaveDeps): Promise<SaveFormResult> {
  const { store } = session
  if (checkForm(store).length > 0) return { kind: 'problems' }
  dropBlankParts(store)
  const outcome = await checkLastRequest(session, ask)
  if (outcome.kind === 'unknown') return { kind: 'failed', problem: outcome.problem }
  if (outcome.kind === 'published' && (await isAlreadyOnServer(session))) return { kind: 'saved', more: false }
  const failed = await createMissingIncidentTypes({
    ask,
    id: store.id,
    username,
    form: store.state.getState().form,
    keep: (edit) => void applyEdit(store, 'incidents', edit),
  })
  if (failed !== null) {
    setProblems(store, store.state.getState().form, [failed])
    return { kind: 'problems' }
  }
  return sendAndStoreResult(session, ask, sendForm)
}

/** Removes parts that were added and left empty. Not if parts are locked, as then none can have been added. */
export function dropBlankParts(store: EditorStore): void {
  const { base, locks } = store.state.getState()
  const published = isPublished(base)
  if (!locks.structure)
    applyEdit(store, 'blank', (form) => removeBlankElements(form, ({ storedAs }) => published && storedAs !== null))
}

/** Saves the form as a draft. Checks only the rules for drafts (`findDraftProblems`) and contacts no other systems. */
export async function saveFormDraft(session: EditingSession, { ask }: Pick<SaveDeps, 'ask'>): Promise<SaveFormResult> {
  const { store } = session
  const { form } = store.state.getState()
  const problems = findDraftProblems(toTemplateDraft(form))
  if (problems.length > 0) {
    setProblems(store, form, problems)
    return { kind: 'problems' }
  }
  const outcome = await checkLastRequest(session, ask)
  if (outcome.kind === 'unknown') return { kind: 'failed', problem: outcome.problem }
  return outcome.kind !== 'nothing' && (await isAlreadyOnServer(session))
    ? { kind: 'saved', more: false }
    : sendAndStoreResult(session, ask, sendDraft)
}

async function sendAndStoreResult(
  session: EditingSession,
  ask: RequestSender,
  send: typeof sendForm,
): Promise<SaveFormResult> {
  const { store } = session
  const { form, base } = store.state.getState()
  setServerFacts(store, { sent: form })
  await session.journal.flush()
  const outcome: SaveOutcome = await send(ask, {
    id: store.id,
    base,
    draft: toTemplateDraft(form),
  })
  if (outcome.kind === 'published')
    return settleSaved(session, toEditBase({ template: outcome.template, kept: null }, form))
  if (outcome.kind === 'kept')
    return settleSaved(session, toEditBase({ template: base?.template ?? null, kept: outcome.kept }, form))
  // On all outcomes except `retry` the server has not written the form. After `retry` this is unknown.
  if (outcome.kind !== 'retry') setServerFacts(store, { sent: null })
  switch (outcome.kind) {
    case 'invalid':
      setProblems(store, form, outcome.problems)
      return { kind: 'problems' }
    case 'conflict':
      return { kind: 'conflict', current: outcome.current }
    default:
      return { kind: 'failed', problem: toProblem(outcome) }
  }
}

/** Whether the server already has the editor's content. If so, no edit remains. */
async function isAlreadyOnServer(session: EditingSession): Promise<boolean> {
  const { form, base } = session.store.state.getState()
  if (base === null || !isSameAsDraft(toTemplateDraft(base.opened), toTemplateDraft(form))) return false
  await session.settle({ ...base, opened: form })
  return true
}

async function settleSaved(session: EditingSession, base: TemplateEditBase): Promise<SaveFormResult> {
  await session.settle(base)
  return { kind: 'saved', more: session.store.state.getState().form !== base.opened }
}

/** Outcome of the last request: not received, published, saved as a draft, or unknown without a connection. */
type LastRequestOutcome =
  { readonly kind: 'nothing' | 'published' | 'kept' } | { readonly kind: 'unknown'; readonly problem: Problem }

/**
 * Asks for the outcome of a save whose reply was lost. Changes made since then remain an edit.
 */
async function checkLastRequest(session: EditingSession, ask: RequestSender): Promise<LastRequestOutcome> {
  const { store } = session
  const { sent, base } = store.state.getState()
  if (sent === null) return { kind: 'nothing' }
  const draft = toTemplateDraft(sent)

  const version = await ask(readTemplateVersion, { id: store.id, version: (base?.template?.version ?? 0) + 1 })
  if (isUnanswered(version)) return { kind: 'unknown', problem: toProblem(version) }
  if (version.kind === 'ok' && isSameAsDraft(version.value.template, draft)) {
    await session.settle(toEditBase({ template: version.value.template, kept: null }, sent))
    return { kind: 'published' }
  }

  const work = await ask(openFormAtWork, { id: store.id })
  if (isUnanswered(work)) return { kind: 'unknown', problem: toProblem(work) }
  if (
    work.kind === 'ok' &&
    isOwnDraft(work.value.kept, base?.kept?.revision) &&
    isSameAsDraft(work.value.kept, draft)
  ) {
    await session.settle(toEditBase({ template: base?.template ?? null, kept: work.value.kept }, sent))
    return { kind: 'kept' }
  }
  setServerFacts(store, { sent: null })
  return { kind: 'nothing' }
}

function isUnanswered<T>(
  outcome: RequestOutcome<T>,
): outcome is Extract<RequestOutcome<T>, { kind: 'retry' | 'wait' | 'sign-in' }> {
  return outcome.kind === 'retry' || outcome.kind === 'wait' || outcome.kind === 'sign-in'
}

/** Whether the server has a draft that is not the one the editor started with. */
function isOwnDraft<T extends { readonly revision: number }>(kept: T | null, began: number | undefined): kept is T {
  return kept !== null && kept.revision !== began
}

/** Outcomes of publishing or saving a draft, besides failures. On `conflict` and `invalid` the server wrote nothing. */
type SaveOutcome =
  | { readonly kind: 'published'; readonly template: FormTemplate }
  | { readonly kind: 'kept'; readonly kept: StoredDraft }
  /** someone else has saved the form first; `current` is the server's version */
  | { readonly kind: 'conflict'; readonly problem: Problem; readonly current: ServerForm }
  /** the form is invalid; `problems` are in screen order */
  | { readonly kind: 'invalid'; readonly problem: Problem; readonly problems: readonly TemplateProblem[] }
  | RequestFailure

type SentForm = {
  readonly id: TemplateId
  /** server state from which the edit started; null if the form is not on the server yet */
  readonly base: Pick<TemplateEditBase, 'template' | 'kept'> | null
  readonly draft: TemplateDraft
}

/** Publishes a form. Idempotent for new forms. */
export async function sendForm(ask: RequestSender, { id, base, draft }: SentForm): Promise<SaveOutcome> {
  const template = base?.template ?? null
  const outcome = await (template === null
    ? ask(createTemplate, { body: { id, ...getSeenDraft(base), draft } })
    : ask(saveTemplate, {
        id,
        body: { base: template.version, ...getSeenVersion(base), ...getSeenDraft(base), draft },
      }))
  if (outcome.kind !== 'ok') return outcome
  return 'template' in outcome.value
    ? { kind: 'published', template: outcome.value.template }
    : toRefusedOutcome(outcome.value)
}

/** Saves a form as a draft. Idempotent. */
async function sendDraft(ask: RequestSender, { id, base, draft }: SentForm): Promise<SaveOutcome> {
  const seen = { base: base?.template?.version ?? 0, ...getSeenVersion(base), ...getSeenDraft(base) }
  const outcome = await ask(keepDraft, { id, body: { ...seen, draft } })
  if (outcome.kind !== 'ok') return outcome
  return isKept(outcome.value) ? { kind: 'kept', kept: outcome.value.kept } : toRefusedOutcome(outcome.value)
}

function getSeenVersion(base: SentForm['base']) {
  const instant = base?.template?.lastEdit?.date
  return instant === undefined ? {} : { baseAt: instant }
}

function getSeenDraft(base: SentForm['base']) {
  const keptDraft = base?.kept ?? null
  return keptDraft === null ? { revision: 0 } : { revision: keptDraft.revision, revisionAt: keptDraft.lastEdit.date }
}

type DraftReply = AnyReplyOf<typeof keepDraft>
type StoredReply = Exclude<DraftReply, { readonly error: unknown }>
type Refusal = Extract<DraftReply, { readonly error: unknown }>

function isKept(value: DraftReply): value is StoredReply {
  return !('error' in value)
}

function toRefusedOutcome(value: Refusal): SaveOutcome {
  if ('current' in value)
    return {
      kind: 'conflict',
      problem: value.error,
      current: { template: value.current, kept: value.kept ?? null },
    }
  // Places are valid here, as app and server both create them with `validateTemplate` (domain).
  return {
    kind: 'invalid',
    problem: value.error,
    problems: value.problems as readonly unknown[] as readonly TemplateProblem[],
  }
}
