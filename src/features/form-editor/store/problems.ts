import {
  toTemplateDraft,
  type EditorForm,
  compareScreenOrder,
  isBlankQuestion,
  findKeyAt,
  walkQuestions,
  type TemplateProblem,
  findFeatureProblems,
  validateTemplate,
} from '#domain/templates/index.ts'
import type { EditorStore } from './editor-store.ts'

/** Validates the current form. @returns the problems that prevent saving, in screen order */
export function checkForm(store: EditorStore): readonly TemplateProblem[] {
  const { form, base } = store.state.getState()
  const draft = toTemplateDraft(form)
  const unoffered = findFeatureProblems(base?.template ?? null, draft, store.offer(draft.areas))
  const problems = [...validateTemplate(draft), ...withoutUnwrittenProblems(form), ...unoffered].toSorted(
    compareScreenOrder,
  )
  setProblems(store, form, problems)
  return problems
}

/** A form with only empty questions counts as a form without questions. Reports the problem at the first question. */
function withoutUnwrittenProblems(form: EditorForm): readonly TemplateProblem[] {
  const [first, ...others] = walkQuestions(form)
  if (first === undefined || ![first, ...others].every(({ found }) => isBlankQuestion(found))) return []
  const { section, condition, question } = first
  return [
    { code: 'template.question-required', place: { kind: 'question', section, condition, question, field: 'titulo' } },
  ]
}

/** Stores problems, which are then updated on changes (`marked`). @param form the form that the places refer to */
export function setProblems(store: EditorStore, form: EditorForm, problems: readonly TemplateProblem[]): void {
  const before = store.state.getState()
  const grouped = new Map<string, TemplateProblem[]>()
  for (const problem of problems) {
    const key = findKeyAt(form, problem.place)
    if (key === null) continue
    const group = grouped.get(key)
    if (group === undefined) grouped.set(key, [problem])
    else group.push(problem)
  }
  // Reuses unchanged lists, so that their cards are not rendered again.
  const problemsByPart = new Map(
    [...grouped].map(([key, group]) => [key, keepSameProblems(before.problemsOf.get(key), group)]),
  )
  store.state.setState({ marked: true, checked: form, problems, problemsOf: problemsByPart })
}

function keepSameProblems(
  before: readonly TemplateProblem[] | undefined,
  now: readonly TemplateProblem[],
): readonly TemplateProblem[] {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now
}
