import type { FormTemplate, StoredDraft, EditorForm } from '#domain/templates/index.ts'
import type { Instant, TemplateId } from '#domain/kernel/index.ts'

/** Summary of an edit for lists, without its sections. */
export type EditSummary = {
  /** template id; a template that was never saved has its id from the first change */
  readonly id: TemplateId
  readonly title: string
  /** published version at the start of the edit; 0: none */
  readonly version: number
  readonly startedAt: Instant
  readonly updatedAt: Instant
}

/** The server state that an edit started from. */
export type EditBase = {
  /** published version; null: none yet */
  readonly template: FormTemplate | null
  /** the draft that was opened, with its last editor and time; null: none */
  readonly kept: Pick<StoredDraft, 'revision' | 'lastEdit'> | null
  /** the draft or else the published version as opened, with the keys that the edit uses for its parts */
  readonly opened: EditorForm
}

/** A template being built or changed on this device and not saved yet. */
export type TemplateEdit = Pick<EditSummary, 'id' | 'startedAt' | 'updatedAt'> & {
  /** null: not on the server yet */
  readonly base: EditBase | null
  readonly form: EditorForm
  /** the form last sent without a reply: the server may or may not have it */
  readonly sent: EditorForm | null
}
