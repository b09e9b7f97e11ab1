import { QUESTION_TYPE } from '../../questions/documents.ts'
import type { EditorForm, EditorQuestion } from '../form/editor-form.ts'

/** Kinds of parts that can be added, removed or moved. */
export type PartKind = 'section' | 'condition' | 'question' | 'option' | 'block' | 'state' | 'signature'

/**
 * An element of a form: its fields, and the keys of its children. Children are separate parts, so that moving an
 * element does not change it.
 */
export type FormPart = {
  readonly key: string
  readonly kind: 'form' | PartKind
  /** key of the parent; null for the form itself */
  readonly parent: string | null
  readonly storedAs: number | null
  /** fields by path; nested fields of the form are joined by a dot: `opcionales.publico` */
  readonly fields: Readonly<Record<string, unknown>>
  readonly children: PartChildren
}
export type PartChildren = Readonly<Partial<Record<PartKind, readonly string[]>>>

/** All parts of a form by key, in screen order. */
export type FormParts = ReadonlyMap<string, FormPart>

/** The key of the form itself. */
export const FORM_KEY = 'form'

/**
 * Names of the child lists of each kind of part. The list of questions has different names in sections and conditions.
 */
const LISTS: Readonly<Record<FormPart['kind'], readonly (readonly [kind: PartKind, list: string])[]>> = {
  form: [
    ['state', 'disponibles'],
    ['signature', 'signatures'],
    ['section', 'secciones'],
  ],
  section: [
    ['question', 'preguntas'],
    ['condition', 'conditions'],
  ],
  condition: [['question', 'questions']],
  question: [
    ['block', 'combinedQuestions'],
    ['option', 'opciones'],
  ],
  block: [['option', 'opciones']],
  option: [],
  state: [],
  signature: [],
}
/** Objects of the form whose fields are compared individually. */
const GROUPS = ['opcionales', 'muniCore', 'pdfSettings', 'charge', 'ticketSale'] as const
/** Groups that may be missing. The field `muniCore: true` marks a form that has the group, even if it is empty. */
export const OPTIONAL_GROUPS = ['muniCore', 'pdfSettings', 'charge', 'ticketSale'] as const

type Element = { readonly key: string; readonly storedAs: number | null } & Readonly<Record<string, unknown>>

export function flattenForm(form: EditorForm): FormParts {
  const parts = new Map<string, FormPart>()
  const add = (element: Element, kind: FormPart['kind'], parent: string | null): void => {
    const { key, storedAs, ...own } = element
    const fields: Record<string, unknown> = own
    const lists = LISTS[kind].map(([child, name]) => [child, (fields[name] ?? []) as readonly Element[]] as const)
    for (const [, name] of LISTS[kind]) delete fields[name]
    const children = Object.fromEntries(
      lists.map(([child, list]) => [child, list.map((item) => item.key)]),
    ) as PartChildren
    parts.set(key, { key, kind, parent, storedAs, fields, children })
    for (const [child, list] of lists) for (const item of list) add(item, child, key)
  }
  add(flat(form), 'form', null)
  return parts
}

/**
 * Rebuilds a form from its parts; inverse of `flattenForm`.
 * @param wasRestructured whether numbers are assigned again on save
 */
export function rebuildForm(parts: FormParts, wasRestructured: boolean): EditorForm {
  const build = (key: string): Element => {
    const part = parts.get(key)
    if (part === undefined) throw new Error(`No part has the key ${key}`)
    const lists = LISTS[part.kind].map(([child, name]) => [name, (part.children[child] ?? []).map(build)] as const)
    const element = { key, storedAs: part.storedAs, ...part.fields, ...Object.fromEntries(lists) }
    if (part.kind === 'block' && part.fields['type'] !== 'input')
      delete (element as Partial<Record<string, unknown>>)['opciones']
    return part.kind === 'question' ? withoutEmptyBlocks(element as unknown as EditorQuestion) : element
  }
  return rebuildFlatForm(build(FORM_KEY), wasRestructured)
}

function withoutEmptyBlocks(question: EditorQuestion): Element {
  const { combinedQuestions, ...rest } = question
  const needed = question.tipoPregunta === QUESTION_TYPE.COMBINED || (combinedQuestions?.length ?? 0) > 0
  return (needed ? question : rest) as unknown as Element
}

/** Returns the form itself as an element with flat fields. */
function flat({ estados, restructured: _restructured, ...form }: EditorForm): Element {
  const { disponibles, ...states } = estados
  const flattened: Record<string, unknown> = {
    key: FORM_KEY,
    storedAs: null,
    disponibles,
    ...addFieldPrefix('estados', states),
  }
  for (const [field, value] of Object.entries(form)) {
    if (!isGroup(field)) flattened[field] = value
    else if (value !== undefined)
      Object.assign(flattened, field === 'opcionales' ? {} : { [field]: true }, addFieldPrefix(field, value as object))
  }
  return flattened as Element
}

function rebuildFlatForm(
  { key: _key, storedAs: _storedAs, disponibles, ...fields }: Element,
  restructured: boolean,
): EditorForm {
  const form: Record<string, unknown> = { restructured }
  const deeper: Record<string, Record<string, unknown>> = { estados: { disponibles } }
  for (const [field, value] of Object.entries(fields)) {
    const [group = '', inner] = field.split('.')
    if (inner !== undefined) deeper[group] = { ...deeper[group], [inner]: value }
    else if (!isGroup(field)) form[field] = value
    else if (value === true) deeper[group] ??= {}
  }
  for (const group of OPTIONAL_GROUPS) if (fields[group] !== true) delete deeper[group]
  return { ...form, ...deeper } as unknown as EditorForm
}

function addFieldPrefix(group: string, fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${group}.${field}`, value]))
}

function isGroup(field: string): boolean {
  return (GROUPS as readonly string[]).includes(field)
}
