import type { TemplateDraft } from '../documents/template.ts'
import { textOf } from './text-of.ts'
import { toEditorForm } from '../form/to-editor-form.ts'
import { openLike } from './open-like.ts'
import { nameOf, type PartName } from './part-name.ts'
import { FORM, type Part, type PartKind, type Parts, partsOf } from './parts.ts'
import { same } from '../form/same.ts'
import { movedAmong } from './moved-among.ts'

/** Value of a field as stored, with states by name. */
export type FieldValue = string | number | boolean | null | readonly unknown[] | { readonly [field: string]: unknown }

/** Difference between two versions. `field` is the path in the document, e.g. `opcionales.publico`. */
export type Difference =
  | { readonly kind: 'added'; readonly part: PartName }
  | { readonly kind: 'removed'; readonly part: PartName }
  | { readonly kind: 'moved'; readonly part: PartName; readonly from: PartName }
  | {
      readonly kind: 'changed'
      readonly part: PartName
      readonly field: string
      readonly before: FieldValue | undefined
      readonly after: FieldValue | undefined
    }

/**
 * Returns the differences between two versions in screen order. An added or removed part is listed once, without its
 * children. Stored versions have no keys, so parts are matched by similarity (match-forms.ts).
 */
export function templateDifference(before: TemplateDraft, after: TemplateDraft): readonly Difference[] {
  let count = 0
  const newKey = (): string => `part-${count++}`
  const old = toEditorForm(before, newKey)
  return partsDifference(partsOf(old), partsOf(openLike(old, after, newKey)))
}

/** Differences between two forms with shared keys. */
function partsDifference(before: Parts, after: Parts): readonly Difference[] {
  const differences: Difference[] = []
  const visit = (part: Part): void => {
    const old = before.get(part.key)
    if (old !== undefined) differences.push(...changesOf(before, after, old, part))
    for (const kind of KINDS) {
      const [stood, stand] = [old?.children[kind] ?? [], part.children[kind] ?? []]
      for (const key of stood) {
        const gone = after.has(key) ? undefined : before.get(key)
        if (gone !== undefined) differences.push({ kind: 'removed', part: nameOf(before, gone) })
      }
      const moved = movedAmong(stood, stand)
      for (const key of stand) {
        const child = after.get(key)
        if (child === undefined) continue
        const was = before.get(key)
        if (was === undefined) {
          if (old !== undefined) differences.push({ kind: 'added', part: nameOf(after, child) })
        } else if (was.parent !== part.key || moved.has(key)) {
          differences.push({ kind: 'moved', part: nameOf(after, child), from: nameOf(before, was) })
        }
        visit(child)
      }
    }
  }
  const form = after.get(FORM)
  if (form !== undefined) visit(form)
  return differences
}

const KINDS: readonly PartKind[] = ['state', 'signature', 'section', 'condition', 'question', 'block', 'option']
/** Fields that exist only in the editor. */
const UNTOLD: readonly string[] = ['unsaved', 'checked', 'estados.history']

function changesOf(before: Parts, after: Parts, old: Part, part: Part): readonly Difference[] {
  return changedFields(old, part)
    .filter((field) => !UNTOLD.includes(field))
    .map((field) => ({
      kind: 'changed',
      part: nameOf(after, part),
      field,
      before: valueOf(before, old, field),
      after: valueOf(after, part, field),
    }))
}

/** Fields that differ, first those of `one`. */
export function changedFields(one: Part, other: Part): readonly string[] {
  const fields = [...new Set([...Object.keys(one.fields), ...Object.keys(other.fields)])]
  return fields.filter((field) => !same(one.fields[field], other.fields[field]))
}

/** Value of a field, with states by name instead of key. */
export function valueOf(parts: Parts, part: Part, field: string): FieldValue | undefined {
  const value = part.fields[field] as FieldValue | undefined
  const named = (key: string): string => {
    const state = parts.get(key)
    return state === undefined ? '' : textOf(state)
  }
  if (part.kind === 'state' && field === 'transiciones') return ((value ?? []) as readonly string[]).map(named)
  return field === 'estados.inicial' && typeof value === 'string' ? named(value) : value
}
