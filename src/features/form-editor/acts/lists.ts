import type { EditorForm, EditorQuestion } from '#domain/templates/index.ts'

/** A list in which questions can stand: of a normal section, or of a condition. */
export type QuestionList = {
  /** of the section or condition */
  readonly key: string
  /** place of the section, counted from 0 */
  readonly section: number
  /** place of the condition in it; null in a normal section */
  readonly condition: number | null
  readonly questions: readonly EditorQuestion[]
}

/** Every list in which questions can stand, in the order of the screen. */
export function questionLists(form: EditorForm): readonly QuestionList[] {
  return form.secciones.flatMap(
    ({ key, conditionalSection, preguntas, conditions }, section): readonly QuestionList[] =>
      conditionalSection
        ? conditions.map((one, condition) => ({ key: one.key, section, condition, questions: one.questions }))
        : [{ key, section, condition: null, questions: preguntas }],
  )
}

/** What stands at the place of something that goes: the next one, or the one before when it was the last. */
export function neighbour(list: readonly { readonly key: string }[], key: string): string | null {
  const index = list.findIndex((one) => one.key === key)
  return (list[index + 1] ?? list[index - 1])?.key ?? null
}
