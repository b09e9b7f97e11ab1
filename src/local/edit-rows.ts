import { getVisibleText } from '#domain/kernel/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { EditorForm, EditorSection } from '#domain/templates/index.ts'
import type { EditPartRow, EditRow } from './database.ts'
import type { TemplateEditBase, TemplateEdit } from './edit.ts'

/** The state of an edit at its last write, so that the next write stores only the difference. */
export type WrittenEdit = Pick<TemplateEdit, 'base' | 'form' | 'sent'>

/** Returns the row of an edit, without its parts. */
export function toEditRow({ id, base, form, startedAt, updatedAt }: TemplateEdit): EditRow {
  const { secciones, ...head } = form
  const sections = secciones.map(({ key }) => key)
  return { id, title: editTitle(form), version: base?.template?.version ?? 0, startedAt, updatedAt, head, sections }
}

/**
 * Returns the title of a form for lists. If the form has no title, uses the first non-empty title of a section or
 * question.
 */
function editTitle({ titulo, secciones }: EditorForm): string {
  const words = [
    titulo,
    ...secciones.flatMap((section) => [section.titulo, ...section.preguntas.map((question) => question.titulo)]),
  ]
  return words.find((text) => getVisibleText(text) !== '') ?? ''
}

/** Returns the parts of an edit that changed since `before`. */
export function toEditPartRows(
  { id, base, form, sent }: TemplateEdit,
  before: WrittenEdit | null = null,
): readonly EditPartRow[] {
  const keptSections = new Set(before?.form.secciones)
  const changed = form.secciones.filter((section) => !keptSections.has(section))
  return [
    ...(base === null || base === before?.base ? [] : [{ edit: id, part: 'base' as const, base }]),
    ...(sent === null || sent === before?.sent ? [] : [{ edit: id, part: 'sent' as const, sent }]),
    ...changed.map((section): EditPartRow => ({ edit: id, part: buildSectionPartName(section.key), section })),
  ]
}

/** Returns the keys of stored parts that no longer belong to the edit. */
export function listRemovedParts(
  { id, form, sent }: TemplateEdit,
  there: readonly EditPartRow['part'][],
): [TemplateId, EditPartRow['part']][] {
  const kept = new Set(listPartNames({ form, sent }))
  return there.filter((part) => part !== 'base' && !kept.has(part)).map((part) => [id, part])
}

/** Names of the parts of an edit other than its base. */
export function listPartNames({ form, sent }: Pick<WrittenEdit, 'form' | 'sent'>): readonly EditPartRow['part'][] {
  return [...(sent === null ? [] : ['sent' as const]), ...form.secciones.map(({ key }) => buildSectionPartName(key))]
}

/** Rebuilds an edit from its rows. */
export function fromEditRows(row: EditRow, parts: readonly EditPartRow[]): TemplateEdit {
  let base: TemplateEditBase | null = null
  let sentForm: EditorForm | null = null
  const sections = new Map<string, EditorSection>()
  for (const part of parts) {
    if (part.part === 'base') base = part.base
    else if (part.part === 'sent') sentForm = part.sent
    else sections.set(part.section.key, part.section)
  }
  const form = { ...row.head, secciones: row.sections.flatMap((key) => sections.get(key) ?? []) }
  return { id: row.id, base, form, sent: sentForm, startedAt: row.startedAt, updatedAt: row.updatedAt }
}

function buildSectionPartName(key: string): `section:${string}` {
  return `section:${key}`
}
