import type { EditorCondition, EditorForm, EditorQuestion, EditorSection } from './editor-form.ts'
import { replaceElement } from './lists.ts'
import type { QuestionPlace } from './place.ts'

/** A question with its place in the form. */
export type FoundQuestion = QuestionPlace & {
  readonly found: EditorQuestion
  /** key of the question's section or condition */
  readonly parent: string
}

/** Iterates over all questions in screen order. */
export function* walkQuestions(form: EditorForm): Generator<FoundQuestion> {
  for (const [section, { key, preguntas, conditions }] of form.secciones.entries()) {
    for (const [question, found] of preguntas.entries())
      yield { section, condition: null, question, found, parent: key }
    for (const [condition, { key: under, questions }] of conditions.entries()) {
      for (const [question, found] of questions.entries()) yield { section, condition, question, found, parent: under }
    }
  }
}

export function findSection(form: EditorForm, key: string): EditorSection | undefined {
  return form.secciones.find((section) => section.key === key)
}

/** Finds a condition and its section. */
export function findCondition(
  form: EditorForm,
  key: string,
): { readonly section: EditorSection; readonly condition: EditorCondition } | undefined {
  for (const section of form.secciones) {
    const condition = section.conditions.find((editorCondition) => editorCondition.key === key)
    if (condition !== undefined) return { section, condition }
  }
  return undefined
}

export function findQuestion(form: EditorForm, key: string): FoundQuestion | undefined {
  for (const question of walkQuestions(form)) if (question.found.key === key) return question
  return undefined
}

/** Returns the questions of a normal section or of a condition; undefined for other elements. */
export function listQuestionsIn(form: EditorForm, parent: string): readonly EditorQuestion[] | undefined {
  const section = findSection(form, parent)
  if (section !== undefined) return section.conditionalSection ? undefined : section.preguntas
  return findCondition(form, parent)?.condition.questions
}

export function editSection(
  form: EditorForm,
  key: string,
  edit: (section: EditorSection) => EditorSection,
): EditorForm {
  const secciones = replaceElement(form.secciones, key, edit)
  return secciones === form.secciones ? form : { ...form, secciones }
}

export function editCondition(
  form: EditorForm,
  key: string,
  edit: (condition: EditorCondition) => EditorCondition,
): EditorForm {
  const section = findCondition(form, key)?.section
  return section === undefined
    ? form
    : editSection(form, section.key, (before) =>
        replaceConditions(before, replaceElement(before.conditions, key, edit)),
      )
}

/** Edits the questions of a section or condition. @param parent key of the section or condition */
export function editQuestionsIn(
  form: EditorForm,
  parent: string,
  edit: (questions: readonly EditorQuestion[]) => readonly EditorQuestion[],
): EditorForm {
  if (listQuestionsIn(form, parent) === undefined) return form
  if (findSection(form, parent) === undefined) {
    return editCondition(form, parent, (condition) => {
      const questions = edit(condition.questions)
      return questions === condition.questions ? condition : { ...condition, questions }
    })
  }
  return editSection(form, parent, (section) => {
    const preguntas = edit(section.preguntas)
    return preguntas === section.preguntas ? section : { ...section, preguntas }
  })
}

export function editQuestion(
  form: EditorForm,
  key: string,
  edit: (question: EditorQuestion) => EditorQuestion,
): EditorForm {
  const question = findQuestion(form, key)
  return question === undefined
    ? form
    : editQuestionsIn(form, question.parent, (questions) => replaceElement(questions, key, edit))
}

export function replaceConditions(section: EditorSection, conditions: readonly EditorCondition[]): EditorSection {
  return conditions === section.conditions ? section : { ...section, conditions }
}

/** Marks the form for renumbering, if it changed. */
export function markRestructured(before: EditorForm, after: EditorForm): EditorForm {
  return after === before || after.restructured ? after : { ...after, restructured: true }
}
