import type { FormTemplate, KeptDraft, EditorForm } from '#domain/templates/index.ts'
import type { Instant, TemplateId } from '#domain/kernel/index.ts'

/** What lists say of an edit, without reading its sections. */
export type EditSummary = {
  /** the template's id; one that was never saved has its own from the first change */
  readonly id: TemplateId
  readonly title: string
  /** the published version that the edit began with; 0: none */
  readonly version: number
  readonly startedAt: Instant
  readonly updatedAt: Instant
}

/** What an edit began from, as the server had it. */
export type EditBase = {
  /** the published version; null: there is none yet */
  readonly template: FormTemplate | null
  /** which draft was opened, and who kept it when; null: there was none */
  readonly kept: Pick<KeptDraft, 'revision' | 'lastEdit'> | null
  /** the draft, else the published version, as it was opened, with the keys that the edit names its parts by */
  readonly opened: EditorForm
}

/** A template that is being built or changed on this device and is not saved yet. */
export type TemplateEdit = Pick<EditSummary, 'id' | 'startedAt' | 'updatedAt'> & {
  /** null: the server never had it */
  readonly base: EditBase | null
  readonly form: EditorForm
  /** what was sent to the server last and not answered yet: it may have it or not */
  readonly sent: EditorForm | null
}
