import { QUESTION_TYPE, type QuestionType } from '../../documents/index.ts'
import type { EditorBlock, EditorForm, EditorQuestion } from '../form/editor-form.ts'
import { offersOptions } from './edit-questions.ts'
import { insertIn, moveIn, patched, removeFrom, replaceIn } from '../form/lists.ts'
import { newBlock } from '../form/new-elements.ts'
import { editQuestion, questionsOf, restructured } from '../form/walk-form.ts'

/** A combined question is initial, being edited, or saved (part 2, point 4); while one is unsaved, the form is neither saved nor are its questions moved. */
type AnyBlockField = Omit<Extract<EditorBlock, { type: 'text' }>, 'type'> &
  Omit<Extract<EditorBlock, { type: 'input' }>, 'type' | 'opciones'>
export type BlockPatch = Partial<Omit<AnyBlockField, 'key' | 'storedAs'>>

/** @param question key of the combined question @param key of the new block */
export function addBlock(
  form: EditorForm,
  question: string,
  kind: EditorBlock['type'],
  key: string,
  index?: number,
): EditorForm {
  return restructured(
    form,
    editBlocks(form, question, (blocks) => insertIn(blocks, [newBlock(kind, key)], index)),
  )
}

/** Edits the fields that this kind of block has; others are ignored. An input whose type offers no options loses them. */
export function updateBlock(form: EditorForm, question: string, key: string, patch: BlockPatch): EditorForm {
  return editBlocks(form, question, (blocks) => replaceIn(blocks, key, (block) => patchedBlock(block, patch)))
}

export function removeBlock(form: EditorForm, question: string, key: string): EditorForm {
  return restructured(
    form,
    editBlocks(form, question, (blocks) => removeFrom(blocks, key)),
  )
}

/** @param index where it stands afterwards */
export function moveBlock(form: EditorForm, question: string, key: string, index: number): EditorForm {
  return restructured(
    form,
    editBlocks(form, question, (blocks) => moveIn(blocks, key, index)),
  )
}

/** The person is done with the blocks of this question. */
export function saveCombined(form: EditorForm, question: string): EditorForm {
  return editQuestion(form, question, (before) => patched(before, { unsaved: undefined }))
}

/** Keys of the combined questions that are being edited: they keep the form from being saved and questions from being moved. */
export function unsavedCombined(form: EditorForm): readonly string[] {
  return [...questionsOf(form)].filter(({ found }) => isUnsaved(found)).map(({ found }) => found.key)
}

/** @param question of the form or of the document */
export function isUnsaved({
  tipoPregunta,
  unsaved,
}: {
  readonly tipoPregunta: QuestionType
  readonly unsaved?: boolean | undefined
}): boolean {
  return tipoPregunta === QUESTION_TYPE.COMBINED && unsaved === true
}

function editBlocks(
  form: EditorForm,
  question: string,
  edit: (blocks: readonly EditorBlock[]) => readonly EditorBlock[],
): EditorForm {
  return editQuestion(form, question, (before): EditorQuestion => {
    const blocks = before.combinedQuestions ?? []
    const combinedQuestions = before.tipoPregunta === QUESTION_TYPE.COMBINED ? edit(blocks) : blocks
    if (combinedQuestions === blocks) return before
    // Without blocks it is initial again: there is nothing to be done with.
    return patched({ ...before, combinedQuestions }, { unsaved: combinedQuestions.length === 0 ? undefined : true })
  })
}

function patchedBlock(block: EditorBlock, patch: BlockPatch): EditorBlock {
  const own = Object.fromEntries(Object.entries(patch).filter(([field]) => field in block))
  const after = patched<EditorBlock>(block, own)
  if (after.type !== 'input' || offersOptions(after.tipoPregunta) || after.opciones.length === 0) return after
  return { ...after, opciones: [], filtrable: false }
}
