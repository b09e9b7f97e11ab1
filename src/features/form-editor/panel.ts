import type { FormTemplate, TemplateDraft, EditingLocks, EditorForm, TemplateProblem } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'

/**
 * One change of the form and one step of undo: `edit` gets the form as it is then, not as it was rendered. Consecutive
 * changes of the same `typing(…)` name are one step; any other name stands for an act of its own.
 * @param what names the change; for the acts it is never shown, it only keeps two of them apart
 */
export type Change = (what: string, edit: (form: EditorForm) => EditorForm) => void

/** The name of a change that is a keystroke in this field: `typing('titulo')`, `typing(question.key, 'titulo')`. */
export function typing(...field: readonly string[]): string {
  return `${TYPING}${field.join('/')}`
}

export function isTyping(what: string): boolean {
  return what.startsWith(TYPING)
}

const TYPING = 'typing:'

/** What every part of the editor gets: the form, how to change it, what must not change, and what is wrong with it. */
export type PanelProps = {
  /** of the template, made on the device before the first save; files are uploaded under it */
  readonly id: TemplateId
  readonly form: EditorForm
  readonly change: Change
  readonly locks: EditingLocks
  /** of the last attempt to save, and then after each change; empty before it */
  readonly problems: readonly TemplateProblem[]
}

/** What a tool beside the form gets (versions, preview, import): a dialog of its own, there while it is open. */
export type ToolProps = {
  readonly id: TemplateId
  readonly form: EditorForm
  /** as the server has it; null before the first save */
  readonly saved: FormTemplate | null
  readonly locks: EditingLocks
  /** puts another content into the editor as one undo step, saving nothing. Null: another window edits the form */
  readonly replace: ((draft: TemplateDraft) => void) | null
  readonly onClose: () => void
}
