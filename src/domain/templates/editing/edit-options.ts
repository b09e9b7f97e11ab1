import type { EditorBlock, EditorForm, EditorOption, EditorQuestion, NewKey } from '../form/editor-form.ts'
import { insertElements, moveElement, applyPatch, removeElement, replaceElement } from '../form/lists.ts'
import { createOption } from '../form/new-elements.ts'
import { editQuestion, walkQuestions, markRestructured } from '../form/walk-form.ts'

export type OptionPatch = Partial<Omit<EditorOption, 'key' | 'storedAs' | 'checked'>>

/** Splits pasted text into options: one per line, trimmed, without empty lines, in order. */
export function splitOptionTexts(pasted: string): readonly string[] {
  return pasted
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

type AddedOptions = {
  readonly texts: readonly string[]
  readonly newKey: NewKey
  /** index of the first new option; default: at the end */
  readonly index?: number
}

/** Adds options. @param owner key of a question or of an input of a combined question */
export function addOptions(form: EditorForm, owner: string, { texts, newKey, index }: AddedOptions): EditorForm {
  const options = texts.map((texto) => createOption(newKey(), texto))
  const after = editOptions(form, owner, (before) => insertElements(before, options, index))
  const grows = index === undefined || index >= findOptions(form, owner).length
  return grows ? after : markRestructured(form, after)
}

/** Returns the options of a question or input; empty for an unknown key. @param owner see `addOptions` */
export function findOptions(form: EditorForm, owner: string): readonly EditorOption[] {
  const question = findOptionOwner(form, owner)
  if (question === undefined || question.key === owner) return question?.opciones ?? []
  const input = question.combinedQuestions?.find((block) => block.key === owner)
  return input?.type === 'input' ? input.opciones : []
}

/** Edits an option. @param owner see `addOptions` @param key key of the option */
export function updateOption(form: EditorForm, owner: string, key: string, patch: OptionPatch): EditorForm {
  return editOptions(form, owner, (options) => replaceElement(options, key, (option) => applyPatch(option, patch)))
}

export function removeOption(form: EditorForm, owner: string, key: string): EditorForm {
  return markRestructured(
    form,
    editOptions(form, owner, (options) => removeElement(options, key)),
  )
}

/** Moves an option in its list. @param index index of the option after the move */
export function moveOption(form: EditorForm, owner: string, key: string, index: number): EditorForm {
  return markRestructured(
    form,
    editOptions(form, owner, (options) => moveElement(options, key, index)),
  )
}

/** Edits the options of a question, or of an input of a combined question. */
function editOptions(
  form: EditorForm,
  owner: string,
  edit: (options: readonly EditorOption[]) => readonly EditorOption[],
): EditorForm {
  const question = findOptionOwner(form, owner)
  if (question === undefined) return form
  return editQuestion(form, question.key, (before) => {
    if (before.key !== owner) return editInputOptions(before, owner, edit)
    const opciones = edit(before.opciones)
    return opciones === before.opciones ? before : { ...before, opciones }
  })
}

function editInputOptions(
  question: EditorQuestion,
  key: string,
  edit: (options: readonly EditorOption[]) => readonly EditorOption[],
): EditorQuestion {
  const blocks = question.combinedQuestions ?? []
  const combinedQuestions = replaceElement(blocks, key, (block): EditorBlock => {
    if (block.type !== 'input') return block
    const opciones = edit(block.opciones)
    return opciones === block.opciones ? block : { ...block, opciones }
  })
  return combinedQuestions === blocks ? question : { ...question, combinedQuestions }
}

function findOptionOwner(form: EditorForm, owner: string): EditorQuestion | undefined {
  for (const { found } of walkQuestions(form)) {
    if (found.key === owner || found.combinedQuestions?.some((block) => block.key === owner) === true) return found
  }
  return undefined
}
