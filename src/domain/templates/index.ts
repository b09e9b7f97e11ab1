export * from './checking/check-locks.ts'
export type * from './merging/clash.ts'
export * from './form/to-template-draft.ts'
export * from './connector-calls.ts'
export { type Difference, type FieldValue, templateDifference } from './comparing/difference.ts'
export * from './editing/edit-combined.ts'
export * from './editing/edit-form.ts'
export * from './editing/edit-options.ts'
export * from './editing/edit-questions.ts'
export * from './editing/edit-sections.ts'
export * from './editing/edit-signatures.ts'
export * from './editing/edit-states.ts'
export type * from './form/editor-form.ts'
export * from './checking/incident-types.ts'
export * from './editing/locks.ts'
export * from './merging/merge.ts'
export * from './checking/offer.ts'
export { openLike } from './comparing/open-like.ts'
export { optionContradictions, optionLock, withOption } from './editing/option-rules.ts'
export * from './form/to-editor-form.ts'
export type { PartName } from './comparing/part-name.ts'
export type { PartKind } from './comparing/parts.ts'
export * from './form/place.ts'
export { issueProblems } from './checking/problems-of-shape.ts'
export { stateNameProblem } from './checking/problems-of-states.ts'
export { firstProblems, inScreenOrder, MAX_TOLD_PROBLEMS, OPTION_ORDER } from './form/screen-order.ts'
export { same } from './form/same.ts'
export { isSameDraft } from './same-draft.ts'
export * from './editing/set-option.ts'
export * from './templates-api.ts'
export * from './checking/validate-template.ts'
export {
  findCondition,
  findQuestion,
  findSection,
  type FoundQuestion,
  questionsIn,
  questionsOf,
} from './form/walk-form.ts'
