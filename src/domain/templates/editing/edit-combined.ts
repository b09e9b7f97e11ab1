import { QUESTION_TYPE, type QuestionType } from '../../questions/documents.ts'
import type { EditorBlock, EditorForm, EditorQuestion } from '../form/editor-form.ts'
import { hasOptionList } from './edit-questions.ts'
import { insertElements, moveElement, applyPatch, removeElement, replaceElement } from '../form/lists.ts'
import { createBlock } from '../form/new-elements.ts'
import { editQuestion, markRestructured } from '../form/walk-form.ts'

type AnyBlockField = Omit<Extract<EditorBlock, { type: 'text' }>, 'type'> &
  Omit<Extract<EditorBlock, { type: 'input' }>, 'type' | 'opciones'>
export type BlockPatch = Partial<Omit<AnyBlockField, 'key' | 'storedAs'>>

/** Adds a block to a combined question. @param question key of the question @param added `key`: key of the new block */
export function addBlock(
  form: EditorForm,
  question: string,
  { kind, key, index }: { readonly kind: EditorBlock['type']; readonly key: string; readonly index?: number },
): EditorForm {
  return markRestructured(
    form,
    editBlocks(form, question, (blocks) => insertElements(blocks, [createBlock(kind, key)], index)),
  )
}

/**
 * Edits the fields of a block; ignores fields that this kind of block does not have. If an input's new type has no
 * options, removes its options.
 */
export function updateBlock(form: EditorForm, question: string, key: string, patch: BlockPatch): EditorForm {
  return editBlocks(form, question, (blocks) => replaceElement(blocks, key, (block) => patchBlock(block, patch)))
}

export function removeBlock(form: EditorForm, question: string, key: string): EditorForm {
  return markRestructured(
    form,
    editBlocks(form, question, (blocks) => removeElement(blocks, key)),
  )
}

/** Moves a block. @param index index of the block after the move */
export function moveBlock(form: EditorForm, question: string, key: string, index: number): EditorForm {
  return markRestructured(
    form,
    editBlocks(form, question, (blocks) => moveElement(blocks, key, index)),
  )
}

/**
 * Checks whether a question is marked as having unsaved blocks. Imported drafts may have this mark; the editor does not
 * set it, because it saves blocks while typing.
 */
export function hasUnsavedBlocks({
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
    return { ...before, combinedQuestions }
  })
}

function patchBlock(block: EditorBlock, patch: BlockPatch): EditorBlock {
  const own = Object.fromEntries(Object.entries(patch).filter(([field]) => field in block))
  const after = applyPatch<EditorBlock>(block, own)
  if (after.type !== 'input' || hasOptionList(after.tipoPregunta) || after.opciones.length === 0) return after
  return { ...after, opciones: [], filtrable: false }
}
