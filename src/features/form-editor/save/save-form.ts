import type { FormTemplate } from '#domain/documents/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { toTemplateDraft, isSameDraft } from '#domain/templates/index.ts'
import type { EditBase } from '#local/index.ts'
import { problemOf, readTemplateVersion, type Ask } from '#domain/api/index.ts'
import { sendForm } from './send-form.ts'
import { completeIncidents } from '../panels/index.ts'
import type { EditingSession } from '../session.ts'
import { change, setFacts } from '../store/editor-store.ts'
import { checkForm, setProblems } from '../store/problems.ts'

/** What an attempt to save came to. Whatever it is but `saved`, the work is where it was: in the editor and on this device. */
export type Saving =
  /** `more`: something was typed while the form was on its way; that is not saved yet */
  | { readonly kind: 'saved'; readonly more: boolean }
  /** they stand in the store, at their places */
  | { readonly kind: 'problems' }
  | { readonly kind: 'conflict'; readonly current: FormTemplate }
  | { readonly kind: 'failed'; readonly problem: Problem }

type SaveDeps = {
  readonly ask: Ask
  /** of this person in the management system */
  readonly username: string
}

/**
 * Saves the form: the rules first, then what other systems have to make for it, then the server, which asks the same rules again. The edit
 * on this device goes only after the server has said that it has the form. What is sent is noted there before it leaves: when its reply is
 * lost, the next save asks first whether it has arrived, and goes on from there instead of meeting itself as somebody else.
 */
export async function saveForm(session: EditingSession, { ask, username }: SaveDeps): Promise<Saving> {
  const { store } = session
  if (checkForm(store).length > 0) return { kind: 'problems' }
  const asked = await settleSent(session, ask)
  if (asked !== null) return asked
  const failed = await completeIncidents({
    ask,
    id: store.id,
    username,
    form: store.state.getState().form,
    keep: (edit) => void change(store, 'incidents', edit),
  })
  if (failed !== null) {
    setProblems(store, store.state.getState().form, [failed])
    return { kind: 'problems' }
  }
  const { form, base } = store.state.getState()
  const draft = toTemplateDraft(form)
  setFacts(store, { sent: form })
  await session.journal.flush()
  const outcome = await sendForm(ask, store.id, base?.template.version ?? null, draft)
  if (outcome.kind === 'saved') return settled(session, { template: outcome.template, opened: form })
  // Every other outcome says that nothing was written, but for a line that broke off.
  if (outcome.kind !== 'retry') setFacts(store, { sent: null })
  switch (outcome.kind) {
    case 'invalid':
      setProblems(store, form, outcome.problems)
      return { kind: 'problems' }
    case 'conflict':
      return { kind: 'conflict', current: outcome.current }
    default:
      return { kind: 'failed', problem: problemOf(outcome) }
  }
}

/**
 * Finds out what became of a save whose reply was lost: it made the version after the one that it began with, or none.
 * @returns what saving comes to because of it; null: there is still something to be saved
 */
async function settleSent(session: EditingSession, ask: Ask): Promise<Saving | null> {
  const { store } = session
  const { sent, base, form } = store.state.getState()
  if (sent === null) return null
  const outcome = await ask(readTemplateVersion, { id: store.id, version: (base?.template.version ?? 0) + 1 })
  if (outcome.kind === 'retry' || outcome.kind === 'wait' || outcome.kind === 'sign-in')
    return { kind: 'failed', problem: problemOf(outcome) }
  if (outcome.kind === 'refused' || !isSameDraft(outcome.value.template, toTemplateDraft(sent))) {
    setFacts(store, { sent: null })
    return null
  }
  if (isSameDraft(outcome.value.template, toTemplateDraft(form)))
    return settled(session, { template: outcome.value.template, opened: form })
  await session.settle({ template: outcome.value.template, opened: sent })
  return null
}

async function settled(session: EditingSession, base: EditBase): Promise<Saving> {
  await session.settle(base)
  return { kind: 'saved', more: session.store.state.getState().form !== base.opened }
}
