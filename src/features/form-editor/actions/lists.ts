import type { EditorForm, EditorQuestion } from '#domain/templates/index.ts'

/** A list that can contain questions: of a normal section, or of a condition. */
export type QuestionContainer = {
  /** key of the section or condition */
  readonly key: string
  /** index of the section */
  readonly section: number
  /** index of the condition in its section; null in a normal section */
  readonly condition: number | null
  readonly questions: readonly EditorQuestion[]
}

/** All lists that can contain questions, in screen order. */
export function listQuestionContainers(form: EditorForm): readonly QuestionContainer[] {
  return form.secciones.flatMap(
    ({ key, conditionalSection, preguntas, conditions }, section): readonly QuestionContainer[] =>
      conditionalSection
        ? conditions.map((editorCondition, condition) => ({
            key: editorCondition.key,
            section,
            condition,
            questions: editorCondition.questions,
          }))
        : [{ key, section, condition: null, questions: preguntas }],
  )
}

/** The key of the part after a removed part, or of the part before if it was the last. */
export function findNeighbourKey(list: readonly { readonly key: string }[], key: string): string | null {
  const index = list.findIndex((item) => item.key === key)
  return (list[index + 1] ?? list[index - 1])?.key ?? null
}
