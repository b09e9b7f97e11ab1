import type { FieldValue } from '../comparing/difference.ts'
import type { FormPartName } from '../comparing/part-name.ts'

/** Side whose value is used in a conflict. */
export type Side = 'mine' | 'theirs'

/** Conflict: both values, for a user to decide. */
export type TemplateClash = {
  /** unit decided together: the key of a section, or 'form' for everything else */
  readonly unit: string
  readonly key: string
  readonly part: FormPartName
  /** field that both changed; null: one side removed or retyped the element that the other side changed */
  readonly field: string | null
  /** the value; with `field: null` the whole element of this side, undefined if removed */
  readonly mine: FieldValue | undefined
  readonly theirs: FieldValue | undefined
}
