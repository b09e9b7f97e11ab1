import type { FieldValue } from '../comparing/difference.ts'
import type { FormPartName } from '../comparing/part-name.ts'

/** Side of a merge: this editor's form, or the version on the server. */
export type MergeSide = 'mine' | 'theirs'

/** Conflict between two edits, with both values, for a user to resolve. */
export type TemplateConflict = {
  /** conflicts with the same unit are resolved together: key of a section, or 'form' for everything outside sections */
  readonly unit: string
  readonly key: string
  readonly part: FormPartName
  /**
   * field that both sides changed; null: one side removed the element, or changed its type, and the other changed it
   */
  readonly field: string | null
  /** value on this side; if `field` is null, the whole element on this side, or undefined if removed */
  readonly mine: FieldValue | undefined
  readonly theirs: FieldValue | undefined
}
