import {
  createTemplate,
  keepDraft,
  saveTemplate,
  type FormTemplate,
  type StoredDraft,
  type TemplateDraft,
  type TemplateProblem,
} from '#domain/templates/index.ts'
import type { RequestSender, Failure, AnyReplyOf } from '#domain/endpoints/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { EditBase } from '#local/index.ts'
import type { ServerForm } from '../opening.ts'

/** Outcomes of publishing or saving a draft, besides failures. On `conflict` and `invalid` the server wrote nothing. */
export type SaveOutcome =
  | { readonly kind: 'published'; readonly template: FormTemplate }
  | { readonly kind: 'kept'; readonly kept: StoredDraft }
  /** someone else has saved the form first; `current` is the server's version */
  | { readonly kind: 'conflict'; readonly problem: Problem; readonly current: ServerForm }
  /** the form is invalid; `problems` are in screen order */
  | { readonly kind: 'invalid'; readonly problem: Problem; readonly problems: readonly TemplateProblem[] }
  | Failure

type SentForm = {
  readonly id: TemplateId
  /** the server state that the edit started from; null: not on the server yet */
  readonly base: Pick<EditBase, 'template' | 'kept'> | null
  readonly draft: TemplateDraft
}

/** Publishes a form. Idempotent for new forms. */
export async function sendForm(ask: RequestSender, { id, base, draft }: SentForm): Promise<SaveOutcome> {
  const template = base?.template ?? null
  const outcome = await (template === null
    ? ask(createTemplate, { body: { id, ...draftSeen(base), draft } })
    : ask(saveTemplate, { id, body: { base: template.version, ...versionSeen(base), ...draftSeen(base), draft } }))
  if (outcome.kind !== 'ok') return outcome
  return 'template' in outcome.value
    ? { kind: 'published', template: outcome.value.template }
    : toRefusedOutcome(outcome.value)
}

/** Saves a form as a draft. Idempotent. */
export async function sendDraft(ask: RequestSender, { id, base, draft }: SentForm): Promise<SaveOutcome> {
  const seen = { base: base?.template?.version ?? 0, ...versionSeen(base), ...draftSeen(base) }
  const outcome = await ask(keepDraft, { id, body: { ...seen, draft } })
  if (outcome.kind !== 'ok') return outcome
  return isKept(outcome.value) ? { kind: 'kept', kept: outcome.value.kept } : toRefusedOutcome(outcome.value)
}

function versionSeen(base: SentForm['base']) {
  const at = base?.template?.lastEdit?.date
  return at === undefined ? {} : { baseAt: at }
}

function draftSeen(base: SentForm['base']) {
  const kept = base?.kept ?? null
  return kept === null ? { revision: 0 } : { revision: kept.revision, revisionAt: kept.lastEdit.date }
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
  // Places are valid here, as app and server both create them with `validateTemplate`.
  return {
    kind: 'invalid',
    problem: value.error,
    problems: value.problems as readonly unknown[] as readonly TemplateProblem[],
  }
}
