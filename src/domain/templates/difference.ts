import type { TemplateDraft } from '../documents/index.ts'

/** What can be added, removed or moved in a template. */
export type PartKind = 'section' | 'condition' | 'question' | 'option' | 'block' | 'state' | 'signature'

/** What stands in a field: as stored, but for states, which are named. */
export type FieldValue = string | number | boolean | null | readonly string[] | { readonly [field: string]: unknown }

/** Something of a template, said so that a person finds it: its own text, and the texts of what it stands in, outermost first. */
export type PartName = {
  readonly kind: 'form' | PartKind
  /** titulo, condition, texto, nombre, name or content; empty when it has none */
  readonly text: string
  /** its place in its list, from 0; 0 for the form */
  readonly place: number
  readonly within: readonly { readonly kind: PartKind; readonly text: string; readonly place: number }[]
}

/** One difference between two versions. `field` is the document's name of the field, with a point where it lies deeper (`opcionales.publico`). */
export type Difference =
  | { readonly kind: 'added'; readonly part: PartName }
  | { readonly kind: 'removed'; readonly part: PartName }
  | { readonly kind: 'moved'; readonly part: PartName; readonly from: PartName }
  | { readonly kind: 'changed'; readonly part: PartName; readonly field: string; readonly before: FieldValue | undefined; readonly after: FieldValue | undefined }

/** What leads from one version to another, in the order of the screen. What was added or removed is told once, not again for what is inside it. */
export function templateDifference(_before: TemplateDraft, _after: TemplateDraft): readonly Difference[] {
  return []
}
