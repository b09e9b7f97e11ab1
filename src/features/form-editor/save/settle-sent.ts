import { openFormAtWork, readTemplateVersion, isSameAsDraft, toTemplateDraft } from '#domain/templates/index.ts'
import { toProblem, type RequestSender, type Outcome } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { toEditBase } from '../opening.ts'
import type { EditingSession } from '../session.ts'
import { setFacts } from '../store/editor-store.ts'

/** Outcome of the last request: not received, published, saved as a draft, or unknown without a connection. */
export type LastRequestOutcome =
  { readonly kind: 'nothing' | 'published' | 'kept' } | { readonly kind: 'unknown'; readonly problem: Problem }

/**
 * Asks for the outcome of a save whose reply was lost. Changes made since then remain an edit.
 */
export async function checkLastRequest(session: EditingSession, ask: RequestSender): Promise<LastRequestOutcome> {
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
  setFacts(store, { sent: null })
  return { kind: 'nothing' }
}

function isUnanswered<T>(outcome: Outcome<T>): outcome is Extract<Outcome<T>, { kind: 'retry' | 'wait' | 'sign-in' }> {
  return outcome.kind === 'retry' || outcome.kind === 'wait' || outcome.kind === 'sign-in'
}

/** Whether the server's draft is not the draft that the editor started with. */
function isOwnDraft<T extends { readonly revision: number }>(kept: T | null, began: number | undefined): kept is T {
  return kept !== null && kept.revision !== began
}
