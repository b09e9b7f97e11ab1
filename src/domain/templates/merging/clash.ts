import type { FieldValue } from '../comparing/difference.ts'
import type { PartName } from '../comparing/part-name.ts'

/** The side whose value stands where both changed the same. */
export type Side = 'mine' | 'theirs'

/** Two people changed the same: both values, for a person to decide. */
export type TemplateClash = {
  /** what is decided together: the key of a section, or 'form' for everything outside of the sections */
  readonly unit: string
  readonly key: string
  readonly part: PartName
  /** the field that both gave another value; null: one removed it, or gave it another type, and the other changed it */
  readonly field: string | null
  /** the value; with `field: null` the whole element as this side has it, undefined if it removed it */
  readonly mine: FieldValue | undefined
  readonly theirs: FieldValue | undefined
}
