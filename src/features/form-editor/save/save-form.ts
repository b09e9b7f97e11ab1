import type { FormTemplate } from '#domain/documents/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { closeForm } from '#domain/templates/index.ts'
import { createTemplate, saveTemplate, type SaveOutcome, type Transport } from '#sync/index.ts'
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
  readonly transport: Transport
  /** of this person in the management system */
  readonly username: string
}

/**
 * Saves the form: the rules first, then what other systems have to make for it, then the server, which asks the same rules again. The edit
 * on this device goes only after the server has said that it has the form.
 */
export async function saveForm(session: EditingSession, { transport, username }: SaveDeps): Promise<Saving> {
  const { store } = session
  if (checkForm(store).length > 0) return { kind: 'problems' }
  const failed = await completeIncidents({
    transport,
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
  const draft = closeForm(form)
  const outcome =
    base === null ? await createTemplate(transport, store.id, draft) : await saveTemplate(transport, store.id, base.template.version, draft)
  switch (outcome.kind) {
    case 'saved': {
      const more = store.state.getState().form !== form
      if (more) setFacts(store, { base: { template: outcome.template, opened: form } })
      else await session.forget()
      return { kind: 'saved', more }
    }
    case 'invalid':
      setProblems(store, form, outcome.problems)
      return { kind: 'problems' }
    case 'conflict':
      return { kind: 'conflict', current: outcome.current }
    default:
      return { kind: 'failed', problem: problemOf(outcome) }
  }
}

function problemOf(outcome: Exclude<SaveOutcome, { readonly kind: 'saved' | 'invalid' | 'conflict' }>): Problem {
  return outcome.kind === 'wait' ? { code: 'network.unreachable' } : outcome.problem
}
