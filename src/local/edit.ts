import type { FormTemplate } from '#domain/documents/index.ts'
import type { Instant, TemplateId } from '#domain/kernel/index.ts'
import type { EditorForm } from '#domain/templates/index.ts'

/** What lists say of an edit, without reading its sections. */
export type EditSummary = {
  /** the template's id; one that was never saved has its own from the first change */
  readonly id: TemplateId
  readonly title: string
  /** the version that the edit began with; 0: never saved */
  readonly version: number
  readonly startedAt: Instant
  readonly updatedAt: Instant
}

/** A template that is being built or changed on this device and is not saved yet. */
export type TemplateEdit = Pick<EditSummary, 'id' | 'startedAt' | 'updatedAt'> & {
  /** what the edit began with; null: never saved */
  readonly base: FormTemplate | null
  readonly form: EditorForm
}
