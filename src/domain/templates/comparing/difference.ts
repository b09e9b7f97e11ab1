import type { TemplateDraft } from '../documents/template.ts'
import { getPartText } from './part-text.ts'
import { toEditorForm } from '../form/to-editor-form.ts'
import { openWithKeys } from './open-like.ts'
import { buildFormPartName, type FormPartName } from './part-name.ts'
import { FORM_KEY, type FormPart, type PartKind, type FormParts, flattenForm } from './parts.ts'
import { isDeepEqual } from '../form/same.ts'

/** Value of a field as stored, but with states by name. */
export type FieldValue = string | number | boolean | null | readonly unknown[] | { readonly [field: string]: unknown }

/** A difference between two versions. `field` is the path in the document, for example `opcionales.publico`. */
export type TemplateDifference =
  | { readonly kind: 'added'; readonly part: FormPartName }
  | { readonly kind: 'removed'; readonly part: FormPartName }
  | { readonly kind: 'moved'; readonly part: FormPartName; readonly from: FormPartName }
  | {
      readonly kind: 'changed'
      readonly part: FormPartName
      readonly field: string
      readonly before: FieldValue | undefined
      readonly after: FieldValue | undefined
    }

/**
 * Returns the differences between two versions in screen order. Lists an added or removed part once, without its
 * children. Stored versions have no keys, so parts are matched by similarity (match-forms.ts).
 */
export function compareTemplates(before: TemplateDraft, after: TemplateDraft): readonly TemplateDifference[] {
  let count = 0
  const newKey = (): string => `part-${count++}`
  const old = toEditorForm(before, newKey)
  return findPartsDifference(flattenForm(old), flattenForm(openWithKeys(old, after, newKey)))
}

/** Returns the differences between two forms whose parts have the same keys. */
function findPartsDifference(before: FormParts, after: FormParts): readonly TemplateDifference[] {
  const differences: TemplateDifference[] = []
  const visit = (part: FormPart): void => {
    const old = before.get(part.key)
    if (old !== undefined) differences.push(...listFieldChanges(before, after, old, part))
    for (const kind of KINDS) {
      const [previousChildren, currentChildren] = [old?.children[kind] ?? [], part.children[kind] ?? []]
      for (const key of previousChildren) {
        const deletedPart = after.has(key) ? undefined : before.get(key)
        if (deletedPart !== undefined)
          differences.push({ kind: 'removed', part: buildFormPartName(before, deletedPart) })
      }
      const movedElements = findMovedElements(previousChildren, currentChildren)
      for (const key of currentChildren) {
        const child = after.get(key)
        if (child === undefined) continue
        const was = before.get(key)
        if (was === undefined) {
          if (old !== undefined) differences.push({ kind: 'added', part: buildFormPartName(after, child) })
        } else if (was.parent !== part.key || movedElements.has(key)) {
          differences.push({
            kind: 'moved',
            part: buildFormPartName(after, child),
            from: buildFormPartName(before, was),
          })
        }
        visit(child)
      }
    }
  }
  const form = after.get(FORM_KEY)
  if (form !== undefined) visit(form)
  return differences
}

const KINDS: readonly PartKind[] = ['state', 'signature', 'section', 'condition', 'question', 'block', 'option']
/** Fields that only the editor uses. */
const EDITOR_ONLY_FIELDS: readonly string[] = ['unsaved', 'checked', 'estados.history']

function listFieldChanges(
  before: FormParts,
  after: FormParts,
  old: FormPart,
  part: FormPart,
): readonly TemplateDifference[] {
  return listChangedFields(old, part)
    .filter((field) => !EDITOR_ONLY_FIELDS.includes(field))
    .map((field) => ({
      kind: 'changed',
      part: buildFormPartName(after, part),
      field,
      before: getComparedValue(before, old, field),
      after: getComparedValue(after, part, field),
    }))
}

/** Returns the names of fields that differ, in the order of `a`. */
export function listChangedFields(a: FormPart, b: FormPart): readonly string[] {
  const fields = [...new Set([...Object.keys(a.fields), ...Object.keys(b.fields)])]
  return fields.filter((field) => !isDeepEqual(a.fields[field], b.fields[field]))
}

/** Returns the value of a field, with the names of states instead of their keys. */
export function getComparedValue(parts: FormParts, part: FormPart, field: string): FieldValue | undefined {
  const value = part.fields[field] as FieldValue | undefined
  const named = (key: string): string => {
    const state = parts.get(key)
    return state === undefined ? '' : getPartText(state)
  }
  if (part.kind === 'state' && field === 'transiciones') return ((value ?? []) as readonly string[]).map(named)
  return field === 'estados.inicial' && typeof value === 'string' ? named(value) : value
}

/**
 * Returns the smallest set of elements of both lists that must have been moved: all elements outside a longest
 * increasing subsequence of old positions.
 */
export function findMovedElements(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const placeBefore = new Map(before.map((key, place) => [key, place]))
  const stayed = after.flatMap((key) => {
    const place = placeBefore.get(key)
    return place === undefined ? [] : [{ key, place }]
  })
  // `ends[n]` is the last element of the best increasing subsequence of length n + 1; `previous` links each element to
  // its predecessor in a subsequence.
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, { place }] of stayed.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((stayed[ends[middle] ?? 0]?.place ?? 0) < place) low = middle + 1
      else high = middle
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] ?? -1)
    ends[low] = index
  }
  const kept = new Set<string>()
  for (let index = ends.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1) kept.add(stayed[index]?.key ?? '')
  return new Set(stayed.map(({ key }) => key).filter((key) => !kept.has(key)))
}
