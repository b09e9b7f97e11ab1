import type { FormTemplate, TemplateDraft, EditingLocks, EditorForm, TemplateProblem } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'

/**
 * Changes the form in an undo step. `edit` receives the current form, which may be newer than the rendered form.
 * @param what name of the change; not displayed. Consecutive changes with the same `buildTypingKey` name are one undo
 * step
 */
export type ApplyEdit = (what: string, edit: (form: EditorForm) => EditorForm) => void

/** The name of a keystroke in a field: `buildTypingKey('titulo')`, `buildTypingKey(question.key, 'titulo')`. */
export function buildTypingKey(...field: readonly string[]): string {
  return `${TYPING}${field.join('/')}`
}

export function isTypingKey(what: string): boolean {
  return what.startsWith(TYPING)
}

const TYPING = 'typing:'

/** Props of every editor panel: the form, how to change it, its locks and problems. */
export type PanelProps = {
  /** id of the template, assigned on the device; used for file uploads even before the first save */
  readonly id: TemplateId
  readonly form: EditorForm
  readonly change: ApplyEdit
  readonly locks: EditingLocks
  /** problems found by the last attempt to save and updated on changes; empty before that */
  readonly problems: readonly TemplateProblem[]
}

/** Props of a tool (versions, preview, import): a dialog mounted while open. */
export type ToolProps = {
  readonly id: TemplateId
  readonly form: EditorForm
  /** the server's published version; null before the first publication */
  readonly saved: FormTemplate | null
  readonly locks: EditingLocks
  /** replaces the editor's content as one undo step, without saving; null while another window edits the form */
  readonly replace: ((draft: TemplateDraft) => void) | null
  readonly onClose: () => void
}
