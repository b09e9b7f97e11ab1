import type { TemplateDraft } from '../documents/template.ts'
import type { EditorForm, NewKey } from '../form/editor-form.ts'
import { prepareComparison } from './comparable.ts'
import { matchForms } from './match-forms.ts'
import { toEditorForm } from '../form/to-editor-form.ts'
import { type PartChildren, FORM_KEY, rebuildForm, type FormPart, type FormParts, flattenForm } from './parts.ts'

/** Opens another version of a form. Equal and similar parts get the keys that they have in the open form. */
export function openWithKeys(modelForm: EditorForm, draft: TemplateDraft, newKey: NewKey): EditorForm {
  const openedForm = toEditorForm(draft, newKey)
  const parts = flattenForm(openedForm)
  const [known, unknown] = prepareComparison(flattenForm(modelForm), parts)
  return withKeys(openedForm, parts, matchForms(known, unknown))
}

/**
 * Opens another user's version of `base` for merging. Parts get known keys in this order: parts unchanged from `base`,
 * parts equal to mine, parts similar to `base`, and parts with the same text as a part that I added.
 */
export function openOtherVersion(
  base: EditorForm,
  ownForm: EditorForm,
  draft: TemplateDraft,
  newKey: NewKey,
): EditorForm {
  const openedForm = toEditorForm(draft, newKey)
  const [parts, ours, commonAncestor] = prepareComparison(
    flattenForm(openedForm),
    flattenForm(ownForm),
    flattenForm(base),
  )
  const exactMatches = [...matchForms(ours, parts, 'exact')]
  // If the forms are equal, the reply to a successful save was lost, or both users made the same changes.
  if (parts.contents.get(FORM_KEY) === ours.contents.get(FORM_KEY))
    return withKeys(openedForm, parts.parts, new Map(exactMatches))
  const added = [...matchForms(ours, parts, 'certain')].filter(([, key]) => !commonAncestor.parts.has(key))
  const keys = new Map([[FORM_KEY, FORM_KEY]])
  const given = new Set([FORM_KEY])
  // Matches unchanged parts first. If an original were matched with my copy of it, the original would look removed.
  for (const [theirs, key] of [
    ...matchForms(commonAncestor, parts, 'exact'),
    ...exactMatches,
    ...matchForms(commonAncestor, parts),
    ...added,
  ]) {
    if (keys.has(theirs) || given.has(key)) continue
    keys.set(theirs, key)
    given.add(key)
  }
  return withKeys(openedForm, parts.parts, keys)
}

function withKeys(openedForm: EditorForm, parts: FormParts, keys: ReadonlyMap<string, string>): EditorForm {
  const getMatchedKey = (key: string): string => keys.get(key) ?? key
  const renamed = [...parts.values()].map((part): readonly [string, FormPart] => [
    getMatchedKey(part.key),
    renamePartKeys(part, getMatchedKey),
  ])
  return rebuildForm(new Map(renamed), openedForm.restructured)
}

function renamePartKeys(part: FormPart, keyOf: (key: string) => string): FormPart {
  const { key, parent, children, fields } = part
  const inicial = fields['estados.inicial']
  return {
    ...part,
    key: keyOf(key),
    parent: parent === null ? null : keyOf(parent),
    children: Object.fromEntries(
      Object.entries(children).map(([kind, keys]) => [kind, keys.map(keyOf)]),
    ) as PartChildren,
    fields: {
      ...fields,
      ...(typeof inicial === 'string' ? { 'estados.inicial': keyOf(inicial) } : {}),
      ...(part.kind === 'state' ? { transiciones: (fields['transiciones'] as readonly string[]).map(keyOf) } : {}),
    },
  }
}
