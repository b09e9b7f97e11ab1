import {
  createTemplate,
  keepDraft,
  saveTemplate,
  type FormTemplate,
  type KeptDraft,
  type TemplateDraft,
  type TemplateProblem,
} from '#domain/templates/index.ts'
import type { Ask, Failure, ToldOf } from '#domain/endpoints/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { OnServer } from '../opening.ts'

/** What publishing or keeping can come to, besides failures. On `conflict` and `invalid` the server wrote nothing. */
export type SaveOutcome =
  | { readonly kind: 'published'; readonly template: FormTemplate }
  | { readonly kind: 'kept'; readonly kept: KeptDraft }
  /** another save came first: `current` is what the server has */
  | { readonly kind: 'conflict'; readonly problem: Problem; readonly current: OnServer }
  /** in the order of the screen */
  | { readonly kind: 'invalid'; readonly problem: Problem; readonly problems: readonly TemplateProblem[] }
  | Failure

/**
 * Publishes a form; a new one sent twice is one.
 * @param base the published version that it began with; null: none
 * @param revision of its draft; 0: none
 */
export async function sendForm(
  ask: Ask,
  id: TemplateId,
  base: number | null,
  draft: TemplateDraft,
  revision = 0,
): Promise<SaveOutcome> {
  const outcome = await (base === null
    ? ask(createTemplate, { body: { id, revision, draft } })
    : ask(saveTemplate, { id, body: { base, revision, draft } }))
  if (outcome.kind !== 'ok') return outcome
  return 'template' in outcome.value ? { kind: 'published', template: outcome.value.template } : refusal(outcome.value)
}

/** Keeps a form as a draft. Sent twice, it is one. Asked as `sendForm`. */
export async function sendDraft(
  ask: Ask,
  id: TemplateId,
  base: number | null,
  draft: TemplateDraft,
  revision = 0,
): Promise<SaveOutcome> {
  const outcome = await ask(keepDraft, { id, body: { base: base ?? 0, revision, draft } })
  if (outcome.kind !== 'ok') return outcome
  return isKept(outcome.value) ? { kind: 'kept', kept: outcome.value.kept } : refusal(outcome.value)
}

type Told = ToldOf<typeof keepDraft>
type Kept = Exclude<Told, { readonly error: unknown }>
type Refusal = Extract<Told, { readonly error: unknown }>

function isKept(value: Told): value is Kept {
  return !('error' in value)
}

function refusal(value: Refusal): SaveOutcome {
  if ('current' in value)
    return {
      kind: 'conflict',
      problem: value.error,
      current: { template: value.current, kept: value.kept ?? null },
    }
  // The place is made and read by the same function on both sides, `validateTemplate`.
  return {
    kind: 'invalid',
    problem: value.error,
    problems: value.problems as readonly unknown[] as readonly TemplateProblem[],
  }
}
