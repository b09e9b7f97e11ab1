import type { EditorCondition, EditorForm, EditorSection, NewKey } from '../form/editor-form.ts'
import { indexAfter, insertIn, moveIn, patched, removeFrom } from '../form/lists.ts'
import { copyOfCondition, copyOfSection, newCondition, newSection } from '../form/new-elements.ts'
import { unlessSame } from '../form/same.ts'
import {
  editCondition,
  editSection,
  findCondition,
  findSection,
  restructured,
  withConditions,
} from '../form/walk-form.ts'

/** Fields of a section that are edited as they are; its type is changed by `changeSectionType`. */
export type SectionPatch = Partial<
  Omit<EditorSection, 'key' | 'storedAs' | 'preguntas' | 'conditions' | 'conditionalSection' | 'seccionesRepetibles'>
>
export type ConditionPatch = Partial<Omit<EditorCondition, 'key' | 'storedAs' | 'questions' | 'checked'>>

/** @param key of the new section @param index where it stands; missing: at the end */
export function addSection(form: EditorForm, key: string, index?: number): EditorForm {
  return withSections(form, insertIn(form.secciones, [newSection(key)], index))
}

export function removeSection(form: EditorForm, key: string): EditorForm {
  return withSections(form, removeFrom(form.secciones, key))
}

/** @param index where it stands afterwards */
export function moveSection(form: EditorForm, key: string, index: number): EditorForm {
  return withSections(form, moveIn(form.secciones, key, index))
}

/** Puts a copy after a section. @param copyKey of the copy; what is inside takes its keys from `newKey` */
export function duplicateSection(form: EditorForm, key: string, copyKey: string, newKey: NewKey): EditorForm {
  const section = findSection(form, key)
  if (section === undefined) return form
  return withSections(
    form,
    insertIn(form.secciones, [copyOfSection(section, copyKey, newKey)], indexAfter(form.secciones, key)),
  )
}

/** A conditional section asks by its conditions and has no rows, so it is not repeatable. */
export function updateSection(form: EditorForm, key: string, patch: SectionPatch): EditorForm {
  return editSection(form, key, (section) => {
    const after = patched(section, patch)
    return unlessSame(
      section,
      after.conditionalSection && after.repetible ? patched(after, { repetible: false }) : after,
    )
  })
}

/** Whether a change of type would wipe something: then it is asked before. */
export function hasContent(section: EditorSection): boolean {
  return section.preguntas.length > 0 || section.conditions.length > 0
}

/** Makes a section conditional or not: its questions and conditions go (part 2, point 2), its texts stay. */
export function changeSectionType(form: EditorForm, key: string, conditionalSection: boolean): EditorForm {
  const after = editSection(form, key, (section) => {
    if (section.conditionalSection === conditionalSection) return section
    const { conditionalQuestion, required, conditionalSectionSingle, repetible, seccionesRepetibles } = newSection(key)
    const fresh = { conditionalQuestion, required, conditionalSectionSingle, repetible, seccionesRepetibles }
    return { ...withoutQuestion(section), ...fresh, conditionalSection, preguntas: [], conditions: [] }
  })
  return restructured(form, after)
}

/** Without what its conditional question is called in other languages. */
function withoutQuestion(section: EditorSection): EditorSection {
  const kept = Object.entries(section).filter(([field]) => !field.startsWith('conditionalQuestionAlternativeLanguage_'))
  return Object.fromEntries(kept) as EditorSection
}

/** @param section key of a conditional section; another gets none @param key of the new condition */
export function addCondition(form: EditorForm, section: string, key: string, index?: number): EditorForm {
  const edit = (before: EditorSection): EditorSection =>
    before.conditionalSection ? withConditions(before, insertIn(before.conditions, [newCondition(key)], index)) : before
  return restructured(form, editSection(form, section, edit))
}

export function updateCondition(form: EditorForm, key: string, patch: ConditionPatch): EditorForm {
  return editCondition(form, key, (condition) => patched(condition, patch))
}

export function removeCondition(form: EditorForm, key: string): EditorForm {
  return editAmongConditions(form, key, (conditions) => removeFrom(conditions, key))
}

/** @param index where it stands afterwards, in its own section */
export function moveCondition(form: EditorForm, key: string, index: number): EditorForm {
  return editAmongConditions(form, key, (conditions) => moveIn(conditions, key, index))
}

/** Puts a copy after a condition. @param copyKey of the copy */
export function duplicateCondition(form: EditorForm, key: string, copyKey: string, newKey: NewKey): EditorForm {
  const condition = findCondition(form, key)?.condition
  if (condition === undefined) return form
  const copy = copyOfCondition(condition, copyKey, newKey)
  return editAmongConditions(form, key, (conditions) => insertIn(conditions, [copy], indexAfter(conditions, key)))
}

function editAmongConditions(
  form: EditorForm,
  key: string,
  edit: (conditions: readonly EditorCondition[]) => readonly EditorCondition[],
): EditorForm {
  const section = findCondition(form, key)?.section
  if (section === undefined) return form
  return restructured(
    form,
    editSection(form, section.key, (before) => withConditions(before, edit(before.conditions))),
  )
}

function withSections(form: EditorForm, secciones: readonly EditorSection[]): EditorForm {
  return secciones === form.secciones ? form : { ...form, secciones, restructured: true }
}
