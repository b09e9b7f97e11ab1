import { getComparedValue, type FieldValue } from '../comparing/difference.ts'
import { buildFormPartName } from '../comparing/part-name.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { MergeSide, TemplateConflict } from './clash.ts'
import type { EditorForm, NewKey } from '../form/editor-form.ts'
import {
  decideMergedParts,
  findMergedParentKey,
  findEnclosingSectionKey,
  type MergeSides,
  type ConflictChoices,
} from './merge-parts.ts'
import { openOtherVersion } from '../comparing/open-like.ts'
import {
  rebuildForm,
  flattenForm,
  OPTIONAL_GROUPS,
  type FormPart,
  type PartChildren,
  type PartKind,
  type FormParts,
} from '../comparing/parts.ts'
import { isDeepEqual } from '../form/same.ts'

export type MergedTemplate = {
  readonly form: EditorForm
  /** version on the server, opened with the keys of `form`; the base of the next merge */
  readonly base: EditorForm
  readonly clashes: readonly TemplateConflict[]
}

type Versions = { readonly base: EditorForm; readonly mine: EditorForm; readonly theirs: TemplateDraft }

/**
 * Merges two users' edits of a template by element and field (three-way merge):
 *
 * | element or field | result |
 * |---|---|
 * | changed by one side | as changed |
 * | changed by both sides in the same way | as changed |
 * | changed by both sides differently | conflict |
 * | removed by one side, changed or extended by the other | conflict |
 * | type changed by one side, anything in the element by the other | conflict; one side supplies the whole element |
 * | moved by both sides | where I moved it |
 *
 * Conflicts are decided by `choices` per section, and contain the other value, so that nothing is lost. Options that
 * exclude each other are left to `validateTemplate`.
 *
 * Properties tested in merge.test.ts:
 * - if only one side changed, the result is its version
 * - equal changes do not conflict
 * - each value is in the form or in a conflict
 * - merging the result again changes nothing
 *
 * @param versions `base`: common ancestor, as opened; `mine`: edited `base`; `theirs`: current server version
 * @param choices side that wins, by `TemplateConflict.unit`; default: mine
 * @returns the form to continue with; the next save uses the version of `theirs` as base
 */
export function mergeTemplates(
  { base, mine, theirs }: Versions,
  newKey: NewKey,
  choices: Readonly<Record<string, MergeSide>> = {},
): MergedTemplate {
  const otherForm = openOtherVersion(base, mine, theirs, newKey)
  const sides: MergeSides = { base: flattenForm(base), mine: flattenForm(mine), theirs: flattenForm(otherForm) }
  const { keptKeys, sideOf, clashes } = decideMergedParts(sides, choices)
  const merged = new Map<string, FormPart>()
  const lists = mergeLists(sides, keptKeys, sideOf)
  for (const key of keptKeys) {
    const { fields, clashes: fieldConflicts } = mergeFields(sides, key, sideOf(key), choices)
    const model = sides.mine.get(key) ?? sides.theirs.get(key) ?? sides.base.get(key)
    if (model === undefined) throw new Error(`No side has the key ${key}`)
    clashes.push(...fieldConflicts)
    const storedAs = sides.theirs.get(key)?.storedAs ?? null
    merged.set(key, {
      ...model,
      parent: lists.parentOf(key),
      storedAs,
      fields: withKnownStates(fields, keptKeys),
      children: lists.childrenOf(key),
    })
  }
  const form = withInitialState(rebuildForm(merged, false))
  const restructured =
    otherForm.restructured || !isDeepEqual(listElementPositions(form), listElementPositions(otherForm))
  return { form: { ...form, restructured }, base: otherForm, clashes }
}

/** Removes transitions to states that were removed, and an initial state that was removed. */
function withKnownStates(fields: FormPart['fields'], kept: ReadonlySet<string>): FormPart['fields'] {
  const { transiciones } = fields
  const inicial = fields['estados.inicial']
  return {
    ...fields,
    ...(Array.isArray(transiciones) ? { transiciones: transiciones.filter((key: string) => kept.has(key)) } : {}),
    ...(typeof inicial === 'string' && !kept.has(inicial) ? { 'estados.inicial': null } : {}),
  }
}

/** Makes the first state initial if the initial state was removed (part 2, point 4). */
function withInitialState(form: EditorForm): EditorForm {
  const [first] = form.estados.disponibles
  return form.estados.inicial !== null || first === undefined
    ? form
    : { ...form, estados: { ...form.estados, inicial: first.key } }
}

/** Returns the order of all elements, without their contents. */
function listElementPositions(form: EditorForm): readonly unknown[] {
  const parts = flattenForm(form)
  return [...parts.values()].map(({ key, children }) => [key, children])
}

type Lists = { readonly parentOf: (key: string) => string | null; readonly childrenOf: (key: string) => PartChildren }

/** Returns the children of each element after a merge, in order. */
function mergeLists(
  sides: MergeSides,
  kept: ReadonlySet<string>,
  sideOf: (key: string) => MergeSide | undefined,
): Lists {
  const findMergedParent = (key: string): string | null => findMergedParentKey(sides, key, sideOf(key))
  const inside = new Map<string, Map<PartKind, string[]>>()
  for (const key of kept) {
    const parent = findMergedParent(key)
    const kind = (sides.mine.get(key) ?? sides.theirs.get(key) ?? sides.base.get(key))?.kind
    if (parent === null || kind === undefined || kind === 'form') continue
    const kinds = inside.get(parent) ?? new Map<PartKind, string[]>()
    inside.set(parent, kinds.set(kind, [...(kinds.get(kind) ?? []), key]))
  }
  const mergeChildren = (key: string): PartChildren => {
    const lists = [...(inside.get(key) ?? [])].map(([kind, keys]) => {
      const listIn = (parts: FormParts) => parts.get(key)?.children[kind] ?? []
      const side = sideOf(key)
      const [base, ownParts, otherParts] =
        side === undefined ? [sides.base, sides.mine, sides.theirs] : [sides[side], sides[side], sides[side]]
      return [kind, mergeOrder(listIn(base), listIn(ownParts), listIn(otherParts), new Set(keys))] as const
    })
    return Object.fromEntries(lists)
  }
  return { parentOf: findMergedParent, childrenOf: mergeChildren }
}

/**
 * Merges the order of a list: my order if I changed it, otherwise theirs. Elements that only the other side has keep
 * their predecessor.
 * @param members elements of the list after the merge
 */
function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  members: ReadonlySet<string>,
): readonly string[] {
  const listCommonInOrder = (list: readonly string[], others: readonly string[]): readonly string[] =>
    list.filter((key) => others.includes(key))
  const reordered = !isDeepEqual(listCommonInOrder(mine, base), listCommonInOrder(base, mine))
  const [first, second] = reordered ? [mine, theirs] : [theirs, mine]
  const order = first.filter((key) => members.has(key))
  for (const list of [second, base, [...members]]) {
    for (const [index, key] of list.entries()) {
      if (!members.has(key) || order.includes(key)) continue
      const before = list.slice(0, index).findLast((other) => order.includes(other))
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
    }
  }
  return order
}

type Fields = FormPart['fields']
type MergedFields = { readonly fields: Fields; readonly clashes: readonly TemplateConflict[] }

/** Merges the fields of one element. @param side side from which it is taken as a whole, if that is decided */
function mergeFields(
  { base, mine, theirs }: MergeSides,
  key: string,
  side: MergeSide | undefined,
  choices: ConflictChoices,
): MergedFields {
  const [old, ownPart, otherPart] = [base.get(key), mine.get(key), theirs.get(key)]
  const only = side === undefined ? undefined : { mine: ownPart, theirs: otherPart }[side]
  if (only !== undefined || ownPart === undefined || otherPart === undefined)
    return { fields: (only ?? ownPart ?? otherPart ?? old)?.fields ?? {}, clashes: [] }

  const unit = findEnclosingSectionKey({ base, mine, theirs }, key)
  const part = buildFormPartName(mine, ownPart)
  const clashes: TemplateConflict[] = []
  const fields: Record<string, unknown> = {}
  const contestedGroups = OPTIONAL_GROUPS.filter((group) =>
    isContested(group, old?.fields ?? {}, ownPart.fields, otherPart.fields),
  )
  for (const group of contestedGroups) {
    Object.assign(fields, groupFields(group, choices[unit] === 'theirs' ? otherPart.fields : ownPart.fields))
    clashes.push({
      unit,
      key,
      part,
      field: group,
      mine: groupContent(group, ownPart.fields),
      theirs: groupContent(group, otherPart.fields),
    })
  }
  for (const field of new Set([...Object.keys(ownPart.fields), ...Object.keys(otherPart.fields)])) {
    if (contestedGroups.some((group) => isInGroup(group, field))) continue
    const [was, now, theirValue] = [old?.fields[field], ownPart.fields[field], otherPart.fields[field]]
    const hasConflict = !isDeepEqual(now, theirValue) && !isDeepEqual(was, now) && !isDeepEqual(was, theirValue)
    const value = isDeepEqual(was, now) || (hasConflict && choices[unit] === 'theirs') ? theirValue : now
    if (value !== undefined) fields[field] = value
    if (hasConflict)
      clashes.push({
        unit,
        key,
        part,
        field,
        mine: getComparedValue(mine, ownPart, field),
        theirs: getComparedValue(theirs, otherPart, field),
      })
  }
  return { fields, clashes }
}

/**
 * Checks for a conflict about a group of fields (such as the link to the management system): one side removed the
 * group, and the other changed it.
 */
function isContested(group: string, was: Fields, now: Fields, theirValue: Fields): boolean {
  if (was[group] !== true || now[group] === theirValue[group]) return false
  return !isDeepEqual(groupFields(group, was), groupFields(group, now[group] === true ? now : theirValue))
}

function isInGroup(group: string, field: string): boolean {
  return field === group || field.startsWith(`${group}.`)
}

function groupFields(group: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => isInGroup(group, field)))
}

function groupContent(group: string, fields: Fields): FieldValue | undefined {
  if (fields[group] !== true) return undefined
  const inner = Object.entries(fields).filter(([field]) => field.startsWith(`${group}.`))
  return Object.fromEntries(inner.map(([field, value]) => [field.slice(group.length + 1), value]))
}
