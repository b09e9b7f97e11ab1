import { toProblem, type RequestSender } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { isSameAsDraft, draftProblems, toTemplateDraft, removeBlankElements } from '#domain/templates/index.ts'
import type { EditBase } from '#local/index.ts'
import { toEditBase, type ServerForm } from '../opening.ts'
import { completeIncidents } from '../panels/index.ts'
import type { EditingSession } from '../session.ts'
import { applyEdit, type EditorStore, isPublished, setFacts } from '../store/editor-store.ts'
import { checkForm, setProblems } from '../store/problems.ts'
import { sendDraft, sendForm, type SaveOutcome } from './send-form.ts'
import { checkLastRequest } from './settle-sent.ts'

/** Result of publishing or saving a draft. Unless `saved`, the changes remain in the editor and on this device. */
export type Saving =
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
export async function publishForm(session: EditingSession, { ask, username }: SaveDeps): Promise<Saving> {
  const { store } = session
  if (checkForm(store).length > 0) return { kind: 'problems' }
  dropBlank(store)
  const sent = await checkLastRequest(session, ask)
  if (sent.kind === 'unknown') return { kind: 'failed', problem: sent.problem }
  if (sent.kind === 'published' && (await isAllThere(session))) return { kind: 'saved', more: false }
  const failed = await completeIncidents({
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
  return sendAndSettle(session, ask, sendForm)
}

/** Removes parts that were added and left empty. Not if parts are locked, as then none can have been added. */
function dropBlank(store: EditorStore): void {
  const { base, locks } = store.state.getState()
  const published = isPublished(base)
  if (!locks.structure)
    applyEdit(store, 'blank', (form) => removeBlankElements(form, ({ storedAs }) => published && storedAs !== null))
}

/** Saves the form as a draft, without checking rules and without contacting other systems. */
export async function saveFormDraft(session: EditingSession, { ask }: Pick<SaveDeps, 'ask'>): Promise<Saving> {
  const { store } = session
  const { form } = store.state.getState()
  const problems = draftProblems(toTemplateDraft(form))
  if (problems.length > 0) {
    setProblems(store, form, problems)
    return { kind: 'problems' }
  }
  const sent = await checkLastRequest(session, ask)
  if (sent.kind === 'unknown') return { kind: 'failed', problem: sent.problem }
  return sent.kind !== 'nothing' && (await isAllThere(session))
    ? { kind: 'saved', more: false }
    : sendAndSettle(session, ask, sendDraft)
}

async function sendAndSettle(session: EditingSession, ask: RequestSender, sendIt: typeof sendForm): Promise<Saving> {
  const { store } = session
  const { form, base } = store.state.getState()
  setFacts(store, { sent: form })
  await session.journal.flush()
  const outcome: SaveOutcome = await sendIt(ask, {
    id: store.id,
    base,
    draft: toTemplateDraft(form),
  })
  if (outcome.kind === 'published')
    return settleSaved(session, toEditBase({ template: outcome.template, kept: null }, form))
  if (outcome.kind === 'kept')
    return settleSaved(session, toEditBase({ template: base?.template ?? null, kept: outcome.kept }, form))
  // The server has not written the form, except after `retry`, when that is unknown.
  if (outcome.kind !== 'retry') setFacts(store, { sent: null })
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
async function isAllThere(session: EditingSession): Promise<boolean> {
  const { form, base } = session.store.state.getState()
  if (base === null || !isSameAsDraft(toTemplateDraft(base.opened), toTemplateDraft(form))) return false
  await session.settle({ ...base, opened: form })
  return true
}

async function settleSaved(session: EditingSession, base: EditBase): Promise<Saving> {
  await session.settle(base)
  return { kind: 'saved', more: session.store.state.getState().form !== base.opened }
}
