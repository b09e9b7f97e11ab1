import type { EditorCondition, EditorForm, EditorSection, NewKey } from '../form/editor-form.ts'
import { getIndexAfter, insertElements, moveElement, applyPatch, removeElement } from '../form/lists.ts'
import { copyCondition, copySection, createCondition, createSection } from '../form/new-elements.ts'
import { keepIfEqual } from '../form/same.ts'
import {
  editCondition,
  editSection,
  findCondition,
  findSection,
  markRestructured,
  replaceConditions,
} from '../form/walk-form.ts'

/** Changes to fields of a section, except its type, which `changeSectionType` changes. */
export type SectionPatch = Partial<
  Omit<EditorSection, 'key' | 'storedAs' | 'preguntas' | 'conditions' | 'conditionalSection' | 'seccionesRepetibles'>
>
export type ConditionPatch = Partial<Omit<EditorCondition, 'key' | 'storedAs' | 'questions' | 'checked'>>

/** Adds a section. @param key key of the new section @param index index of the new section; default: at the end */
export function addSection(form: EditorForm, key: string, index?: number): EditorForm {
  return withSections(form, insertElements(form.secciones, [createSection(key)], index))
}

export function removeSection(form: EditorForm, key: string): EditorForm {
  return withSections(form, removeElement(form.secciones, key))
}

/** Moves a section. @param index index of the section after the move */
export function moveSection(form: EditorForm, key: string, index: number): EditorForm {
  return withSections(form, moveElement(form.secciones, key, index))
}

/** Inserts a copy after a section. @param copyKey key of the copy; its children get keys from `newKey` */
export function duplicateSection(form: EditorForm, key: string, copyKey: string, newKey: NewKey): EditorForm {
  const section = findSection(form, key)
  if (section === undefined) return form
  return withSections(
    form,
    insertElements(form.secciones, [copySection(section, copyKey, newKey)], getIndexAfter(form.secciones, key)),
  )
}

/** Edits a section. A conditional section is never repeatable, because it has conditions instead of rows. */
export function updateSection(form: EditorForm, key: string, patch: SectionPatch): EditorForm {
  return editSection(form, key, (section) => {
    const after = applyPatch(section, patch)
    return keepIfEqual(
      section,
      after.conditionalSection && after.repetible ? applyPatch(after, { repetible: false }) : after,
    )
  })
}

/** Checks whether a change of the section's type would delete content, and so needs confirmation. */
export function hasSectionContent(section: EditorSection): boolean {
  return section.preguntas.length > 0 || section.conditions.length > 0
}

/**
 * Makes a section conditional or normal. Deletes its questions and conditions (part 2, point 2), and keeps its texts.
 */
export function changeSectionType(form: EditorForm, key: string, conditionalSection: boolean): EditorForm {
  const after = editSection(form, key, (section) => {
    if (section.conditionalSection === conditionalSection) return section
    const { conditionalQuestion, required, conditionalSectionSingle, repetible, seccionesRepetibles } =
      createSection(key)
    const fresh = { conditionalQuestion, required, conditionalSectionSingle, repetible, seccionesRepetibles }
    return { ...withoutQuestion(section), ...fresh, conditionalSection, preguntas: [], conditions: [] }
  })
  return markRestructured(form, after)
}

/** Returns the section without the translations of its conditional question. */
function withoutQuestion(section: EditorSection): EditorSection {
  const kept = Object.entries(section).filter(([field]) => !field.startsWith('conditionalQuestionAlternativeLanguage_'))
  return Object.fromEntries(kept) as EditorSection
}

/**
 * Adds a condition.
 * @param section key of a conditional section; other sections get no condition
 * @param key key of the new condition
 */
export function addCondition(form: EditorForm, section: string, key: string, index?: number): EditorForm {
  const edit = (before: EditorSection): EditorSection =>
    before.conditionalSection
      ? replaceConditions(before, insertElements(before.conditions, [createCondition(key)], index))
      : before
  return markRestructured(form, editSection(form, section, edit))
}

export function updateCondition(form: EditorForm, key: string, patch: ConditionPatch): EditorForm {
  return editCondition(form, key, (condition) => applyPatch(condition, patch))
}

export function removeCondition(form: EditorForm, key: string): EditorForm {
  return editAmongConditions(form, key, (conditions) => removeElement(conditions, key))
}

/** Moves a condition in its section. @param index index of the condition after the move */
export function moveCondition(form: EditorForm, key: string, index: number): EditorForm {
  return editAmongConditions(form, key, (conditions) => moveElement(conditions, key, index))
}

/** Inserts a copy after a condition. @param copyKey key of the copy */
export function duplicateCondition(form: EditorForm, key: string, copyKey: string, newKey: NewKey): EditorForm {
  const condition = findCondition(form, key)?.condition
  if (condition === undefined) return form
  const copy = copyCondition(condition, copyKey, newKey)
  return editAmongConditions(form, key, (conditions) =>
    insertElements(conditions, [copy], getIndexAfter(conditions, key)),
  )
}

function editAmongConditions(
  form: EditorForm,
  key: string,
  edit: (conditions: readonly EditorCondition[]) => readonly EditorCondition[],
): EditorForm {
  const section = findCondition(form, key)?.section
  if (section === undefined) return form
  return markRestructured(
    form,
    editSection(form, section.key, (before) => replaceConditions(before, edit(before.conditions))),
  )
}

function withSections(form: EditorForm, secciones: readonly EditorSection[]): EditorForm {
  return secciones === form.secciones ? form : { ...form, secciones, restructured: true }
}
