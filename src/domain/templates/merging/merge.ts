import type { TemplateDraft } from '../documents/template.ts'
import type { Side, TemplateClash } from './clash.ts'
import type { EditorForm, NewKey } from '../form/editor-form.ts'
import { mergeFields } from './merge-fields.ts'
import { mergedLists } from './merge-lists.ts'
import { decisionsOf, type Sides } from './merge-parts.ts'
import { openTheirs } from '../comparing/open-like.ts'
import { formOf, type Part, partsOf } from '../comparing/parts.ts'
import { same } from '../form/same.ts'

export type MergedTemplate = {
  readonly form: EditorForm
  /** what the server has, opened with the keys of `form`: what the next merge starts from */
  readonly base: EditorForm
  readonly clashes: readonly TemplateClash[]
}

/**
 * Merges what two people made of one template, element by element and field by field (three-way):
 *
 * | an element or field was | then |
 * |---|---|
 * | changed by one of them | as that one wants it |
 * | changed by both to the same | so |
 * | changed by both otherwise | clash |
 * | removed by one, changed (or filled) by the other | clash |
 * | given another type by one, changed in any way by the other | clash; the element and all in it comes from one side |
 * | moved by both | as I moved it |
 *
 * A clash is decided by `choices`, for a whole section at a time; its other side stands in it: nothing vanishes.
 * What both may do apart but not together (two options that exclude each other) is left to `validateTemplate`.
 *
 * Laws (merge.test.ts): they changed nothing: mine; I changed nothing: theirs; both the same: that, without a clash;
 * each value that anyone gave stands in the form or in a clash; merging the result again changes nothing.
 *
 * @param base what both began with, as opened @param mine edited, from `base` @param theirs what the server has now
 * @param choices who wins in which unit (see TemplateClash.unit); mine where nothing is said
 * @returns the form to go on with; the next save names the version of `theirs`
 */
export function mergeTemplates(
  base: EditorForm,
  mine: EditorForm,
  theirs: TemplateDraft,
  newKey: NewKey,
  choices: Readonly<Record<string, Side>> = {},
): MergedTemplate {
  const other = openTheirs(base, mine, theirs, newKey)
  const sides: Sides = { base: partsOf(base), mine: partsOf(mine), theirs: partsOf(other) }
  const { kept, sideOf, clashes } = decisionsOf(sides, choices)
  const merged = new Map<string, Part>()
  const lists = mergedLists(sides, kept, sideOf)
  for (const key of kept) {
    const { fields, clashes: atFields } = mergeFields(sides, key, sideOf(key), choices)
    const model = sides.mine.get(key) ?? sides.theirs.get(key) ?? sides.base.get(key)
    if (model === undefined) throw new Error(`No side has the key ${key}`)
    clashes.push(...atFields)
    const storedAs = sides.theirs.get(key)?.storedAs ?? null
    merged.set(key, {
      ...model,
      parent: lists.parentOf(key),
      storedAs,
      fields: withKnownStates(fields, kept),
      children: lists.childrenOf(key),
    })
  }
  const form = withInitialState(formOf(merged, false))
  const restructured = other.restructured || !same(placesOf(form), placesOf(other))
  return { form: { ...form, restructured }, base: other, clashes }
}

/** No transition leads to a state that was removed, and none of those is the initial one. */
function withKnownStates(fields: Part['fields'], kept: ReadonlySet<string>): Part['fields'] {
  const { transiciones } = fields
  const inicial = fields['estados.inicial']
  return {
    ...fields,
    ...(Array.isArray(transiciones) ? { transiciones: transiciones.filter((key: string) => kept.has(key)) } : {}),
    ...(typeof inicial === 'string' && !kept.has(inicial) ? { 'estados.inicial': null } : {}),
  }
}

/** Where the initial state is gone, the first that remains is it (part 2, point 4). */
function withInitialState(form: EditorForm): EditorForm {
  const [first] = form.estados.disponibles
  return form.estados.inicial !== null || first === undefined
    ? form
    : { ...form, estados: { ...form.estados, inicial: first.key } }
}

/** Which elements stand where, and nothing else. */
function placesOf(form: EditorForm): readonly unknown[] {
  const parts = partsOf(form)
  return [...parts.values()].map(({ key, children }) => [key, children])
}
