import type { FormTemplate } from '../documents/template.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import type { Problem, ProblemCode, ProblemDetails } from '../../kernel/index.ts'
import type { Decision, Write } from '../../store/index.ts'
import type { TemplateProblem } from '../form/place.ts'

/** Result of publishing or storing a draft. Only `saved` and `kept` write anything, and only for the first request. */
export type TemplateSaveResult =
  | { readonly kind: 'saved'; readonly template: FormTemplate }
  /** the stored draft, for its editors */
  | { readonly kind: 'kept'; readonly kept: StoredDraft }
  /** another save came first. `current` (null: unpublished) and `kept` are included only if the user may read them */
  | {
      readonly kind: 'conflict'
      readonly problem: Problem
      readonly current: FormTemplate | null
      readonly kept: StoredDraft | undefined
    }
  | { readonly kind: 'invalid'; readonly problem: Problem; readonly problems: readonly TemplateProblem[] }
  | { readonly kind: 'refused'; readonly problem: Problem }

export type TemplateSaveDecision = Decision<TemplateSaveResult>

export function buildSavedDecision(template: FormTemplate, writes: readonly Write[]): TemplateSaveDecision {
  return { result: { kind: 'saved', template }, writes }
}

export function buildDraftStoredDecision(draft: StoredDraft, writes: readonly Write[]): TemplateSaveDecision {
  return { result: { kind: 'kept', kept: draft }, writes }
}

export function buildConflictDecision(
  code: ProblemCode,
  current: FormTemplate | null,
  draft?: StoredDraft,
): TemplateSaveDecision {
  const problem: Problem = { code, details: { version: current?.version ?? 0 } }
  return { result: { kind: 'conflict', problem, current, kept: draft }, writes: [] }
}

export function buildInvalidDecision(problems: readonly TemplateProblem[]): TemplateSaveDecision {
  return { result: buildInvalidSave(problems), writes: [] }
}

export function buildInvalidSave(
  problems: readonly TemplateProblem[],
): Extract<TemplateSaveResult, { readonly kind: 'invalid' }> {
  return { kind: 'invalid', problem: { code: 'template.invalid', details: { count: problems.length } }, problems }
}

export function buildSaveRefusalDecision(code: ProblemCode, details?: ProblemDetails): TemplateSaveDecision {
  return { result: { kind: 'refused', problem: details === undefined ? { code } : { code, details } }, writes: [] }
}
