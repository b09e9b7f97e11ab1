import type { FormTemplate } from '../../documents/index.ts'
import type { Problem, ProblemCode, ProblemDetails } from '../../kernel/index.ts'
import type { Decision, Write } from '../../store/index.ts'
import type { TemplateProblem } from '../../templates/index.ts'

/** What a creation or a save comes to. Only `saved` has written anything, and not even that when it had been saved before. */
export type SaveResult =
  | { readonly kind: 'saved'; readonly template: FormTemplate }
  /** somebody else was first; `current` is for eyes that may read it */
  | { readonly kind: 'conflict'; readonly problem: Problem; readonly current: FormTemplate }
  | { readonly kind: 'invalid'; readonly problem: Problem; readonly problems: readonly TemplateProblem[] }
  | { readonly kind: 'refused'; readonly problem: Problem }

export type SaveDecision = Decision<SaveResult>

export function saved(template: FormTemplate, writes: readonly Write[]): SaveDecision {
  return { result: { kind: 'saved', template }, writes }
}

export function conflicting(code: ProblemCode, current: FormTemplate): SaveDecision {
  return { result: { kind: 'conflict', problem: { code, details: { version: current.version } }, current }, writes: [] }
}

export function invalid(problems: readonly TemplateProblem[]): SaveDecision {
  return { result: invalidSave(problems), writes: [] }
}

export function invalidSave(problems: readonly TemplateProblem[]): Extract<SaveResult, { readonly kind: 'invalid' }> {
  return { kind: 'invalid', problem: { code: 'template.invalid', details: { count: problems.length } }, problems }
}

export function refusedSave(code: ProblemCode, details?: ProblemDetails): SaveDecision {
  return { result: { kind: 'refused', problem: details === undefined ? { code } : { code, details } }, writes: [] }
}
