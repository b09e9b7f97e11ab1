import {
  createTemplate,
  keepDraft,
  saveTemplate,
  type FormTemplate,
  type KeptDraft,
  type TemplateDraft,
  type TemplateProblem,
} from '#domain/templates/index.ts'
import type { Ask, Failure, AnyReplyOf } from '#domain/endpoints/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { OnServer } from '../opening.ts'

/** Outcomes of publishing or saving a draft, besides failures. On `conflict` and `invalid` the server wrote nothing. */
export type SaveOutcome =
  | { readonly kind: 'published'; readonly template: FormTemplate }
  | { readonly kind: 'kept'; readonly kept: KeptDraft }
  /** someone else has saved the form first; `current` is the server's version */
  | { readonly kind: 'conflict'; readonly problem: Problem; readonly current: OnServer }
  /** the form is invalid; `problems` are in screen order */
  | { readonly kind: 'invalid'; readonly problem: Problem; readonly problems: readonly TemplateProblem[] }
  | Failure

type SentForm = {
  readonly id: TemplateId
  /** published version that the draft is based on; null: none */
  readonly base: number | null
  readonly draft: TemplateDraft
  /** revision of the server's draft; 0: none */
  readonly revision?: number | undefined
}

/** Publishes a form. Idempotent for new forms. */
export async function sendForm(ask: Ask, { id, base, draft, revision = 0 }: SentForm): Promise<SaveOutcome> {
  const outcome = await (base === null
    ? ask(createTemplate, { body: { id, revision, draft } })
    : ask(saveTemplate, { id, body: { base, revision, draft } }))
  if (outcome.kind !== 'ok') return outcome
  return 'template' in outcome.value ? { kind: 'published', template: outcome.value.template } : refusal(outcome.value)
}

/** Saves a form as a draft. Idempotent. */
export async function sendDraft(ask: Ask, { id, base, draft, revision = 0 }: SentForm): Promise<SaveOutcome> {
  const outcome = await ask(keepDraft, { id, body: { base: base ?? 0, revision, draft } })
  if (outcome.kind !== 'ok') return outcome
  return isKept(outcome.value) ? { kind: 'kept', kept: outcome.value.kept } : refusal(outcome.value)
}

type DraftReply = AnyReplyOf<typeof keepDraft>
type Kept = Exclude<DraftReply, { readonly error: unknown }>
type Refusal = Extract<DraftReply, { readonly error: unknown }>

function isKept(value: DraftReply): value is Kept {
  return !('error' in value)
}

function refusal(value: Refusal): SaveOutcome {
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
