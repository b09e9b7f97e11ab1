import type { TemplateDraft } from '../documents/template.ts'
import type { EditorForm, NewKey } from '../form/editor-form.ts'
import { comparable } from './comparable.ts'
import { matchForms } from './match-forms.ts'
import { toEditorForm } from '../form/to-editor-form.ts'
import { type Children, FORM, formOf, type Part, type Parts, partsOf } from './parts.ts'

/** Opens another version of a form, reusing the keys of the open form for equal or similar parts. */
export function openLike(model: EditorForm, draft: TemplateDraft, newKey: NewKey): EditorForm {
  const opened = toEditorForm(draft, newKey)
  const parts = partsOf(opened)
  const [known, unknown] = comparable(partsOf(model), parts)
  return withKeys(opened, parts, matchForms(known, unknown))
}

/**
 * Opens another user's version of `base` for merging. Keys are assigned in this order: parts unchanged from `base`,
 * parts equal to mine, parts similar to `base`, parts with the same text as a part I added.
 */
export function openTheirs(base: EditorForm, mine: EditorForm, draft: TemplateDraft, newKey: NewKey): EditorForm {
  const opened = toEditorForm(draft, newKey)
  const [parts, ours, common] = comparable(partsOf(opened), partsOf(mine), partsOf(base))
  const exactlyOurs = [...matchForms(ours, parts, 'exact')]
  // Equal forms: the reply to a successful save was lost, or both users made the same changes.
  if (parts.contents.get(FORM) === ours.contents.get(FORM)) return withKeys(opened, parts.parts, new Map(exactlyOurs))
  const added = [...matchForms(ours, parts, 'certain')].filter(([, key]) => !common.parts.has(key))
  const keys = new Map([[FORM, FORM]])
  const given = new Set([FORM])
  // Unchanged parts come first. If an original were matched with my copy of it, it would look removed.
  for (const [theirs, key] of [
    ...matchForms(common, parts, 'exact'),
    ...exactlyOurs,
    ...matchForms(common, parts),
    ...added,
  ]) {
    if (keys.has(theirs) || given.has(key)) continue
    keys.set(theirs, key)
    given.add(key)
  }
  return withKeys(opened, parts.parts, keys)
}

function withKeys(opened: EditorForm, parts: Parts, keys: ReadonlyMap<string, string>): EditorForm {
  const keyOf = (key: string): string => keys.get(key) ?? key
  const renamed = [...parts.values()].map((part): readonly [string, Part] => [
    keyOf(part.key),
    renamedPart(part, keyOf),
  ])
  return formOf(new Map(renamed), opened.restructured)
}

function renamedPart(part: Part, keyOf: (key: string) => string): Part {
  const { key, parent, children, fields } = part
  const inicial = fields['estados.inicial']
  return {
    ...part,
    key: keyOf(key),
    parent: parent === null ? null : keyOf(parent),
    children: Object.fromEntries(Object.entries(children).map(([kind, keys]) => [kind, keys.map(keyOf)])) as Children,
    fields: {
      ...fields,
      ...(typeof inicial === 'string' ? { 'estados.inicial': keyOf(inicial) } : {}),
      ...(part.kind === 'state' ? { transiciones: (fields['transiciones'] as readonly string[]).map(keyOf) } : {}),
    },
  }
}
