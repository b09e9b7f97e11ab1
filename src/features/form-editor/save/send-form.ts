import { createTemplate, saveTemplate, type Ask, type Failure, type ToldOf } from '#domain/api/index.ts'
import type { FormTemplate, TemplateDraft } from '#domain/documents/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { TemplateProblem } from '#domain/templates/index.ts'

/** What a save can come to, beside what every request can come to. In each but the first the server has written nothing. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly template: FormTemplate }
  /** somebody else saved first: `current` is what the server has */
  | { readonly kind: 'conflict'; readonly problem: Problem; readonly current: FormTemplate }
  /** in the order of the screen */
  | { readonly kind: 'invalid'; readonly problem: Problem; readonly problems: readonly TemplateProblem[] }
  | Failure

/** @param base the version that the editor began with; null: it is a new form. Sending a new one twice is one form; something else under its id is a conflict. */
export async function sendForm(
  ask: Ask,
  id: TemplateId,
  base: number | null,
  draft: TemplateDraft,
): Promise<SaveOutcome> {
  const outcome = await (base === null
    ? ask(createTemplate, { body: { id, draft } })
    : ask(saveTemplate, { id, body: { base, draft } }))
  return outcome.kind === 'ok' ? told(outcome.value) : outcome
}

function told(value: ToldOf<typeof saveTemplate>): SaveOutcome {
  if ('template' in value) return { kind: 'saved', template: value.template }
  if ('current' in value) return { kind: 'conflict', problem: value.error, current: value.current }
  // The place is made and read by the same function on both sides, `validateTemplate`.
  return {
    kind: 'invalid',
    problem: value.error,
    problems: value.problems as readonly unknown[] as readonly TemplateProblem[],
  }
}
