import type { FormTemplate, StoredDraft, EditorForm } from '#domain/templates/index.ts'
import type { Instant, TemplateId } from '#domain/kernel/index.ts'

/** Summary of an edit for lists, without sections. */
export type TemplateEditSummary = {
  /** template id; assigned at the first change of a new template */
  readonly id: TemplateId
  readonly title: string
  /** published version at the start of the edit; 0: not published yet */
  readonly version: number
  readonly startedAt: Instant
  readonly updatedAt: Instant
}

/** The server state that an edit started from. */
export type TemplateEditBase = {
  /** published version; null: none yet */
  readonly template: FormTemplate | null
  /** the draft that was opened, with its last editor and time; null: none */
  readonly kept: Pick<StoredDraft, 'revision' | 'lastEdit'> | null
  /** the draft, or else the published version, as it was when opened, with the keys that the edit gave to its parts */
  readonly opened: EditorForm
}

/** A template being built or changed on this device and not saved yet. */
export type TemplateEdit = Pick<TemplateEditSummary, 'id' | 'startedAt' | 'updatedAt'> & {
  /** null: not on the server yet */
  readonly base: TemplateEditBase | null
  readonly form: EditorForm
  /** the last form that was sent without a reply: the server may or may not have received it */
  readonly sent: EditorForm | null
}
