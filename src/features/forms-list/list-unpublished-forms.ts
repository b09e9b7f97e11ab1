import type { TemplateId } from '#domain/kernel/index.ts'
import type { DraftListItem } from '#domain/templates/index.ts'
import type { TemplateEditSummary } from '#local/index.ts'

/** A form with unpublished changes: a draft on the server, changes on this device, or both. */
export type UnpublishedForm = {
  readonly id: TemplateId
  readonly title: string
  /** published version that the changes are based on; 0 if there is none */
  readonly base: number
  readonly kept?: { readonly username: string; readonly date: string }
  readonly edit?: TemplateEditSummary
}

/**
 * Forms with unpublished changes, without duplicates. Forms with changes only on this device are first, then the
 * server's drafts.
 * @param withEdits whether to list forms with changes only on this device; false on later pages
 */
export function listUnpublishedForms(
  edits: readonly TemplateEditSummary[],
  drafts: readonly DraftListItem[],
  withEdits: boolean,
): readonly UnpublishedForm[] {
  const edited = new Map(edits.map((edit) => [edit.id, edit]))
  const keptForms = drafts.map(({ id, titulo, base, lastEdit: { username, date } }): UnpublishedForm => {
    const edit = edited.get(id)
    return { id, title: edit?.title ?? titulo, base, kept: { username, date }, ...(edit && { edit }) }
  })
  const listed = new Set(keptForms.map(({ id }) => id))
  const alone = withEdits
    ? edits
        .filter(({ id }) => !listed.has(id))
        .map((edit): UnpublishedForm => ({ id: edit.id, title: edit.title, base: edit.version, edit }))
    : []
  return [...alone, ...keptForms]
}
