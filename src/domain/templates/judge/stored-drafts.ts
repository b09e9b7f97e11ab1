import { can, type Actor } from '../../access/index.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import type { FormTemplate, TemplateDraft } from '../documents/template.ts'
import type { Instant, TemplateId } from '../../kernel/index.ts'
import { keys, remove, type FoundDocuments, type Key, type Write } from '../../store/index.ts'
import { listImageKeys, buildImageReleaseWrites } from './draft-images.ts'

/** Returns the keys of a form's draft and of the draft's images. */
export function listStoredDraftKeys(id: TemplateId, documents: FoundDocuments): readonly Key[] {
  const keptDraft = findStoredDraft(documents, id)
  return [keys.keptDraft(id), ...(keptDraft === undefined ? [] : listImageKeys(keptDraft))]
}

export function findStoredDraft(documents: FoundDocuments, id: TemplateId): StoredDraft | undefined {
  return documents.get(keys.keptDraft(id))
}

/** Version and draft from which an editor started; 0: none. The times are missing in requests of older apps. */
export type EditStart = {
  readonly base: number
  readonly baseAt?: Instant | undefined
} & EditStartDraft
export type EditStartDraft = { readonly revision: number; readonly revisionAt?: Instant | undefined }

/**
 * Checks whether an editor started from this version. Also compares the time, because a restored server reuses numbers.
 */
export function isEditStartedFrom({ base, baseAt }: EditStart, template: FormTemplate | undefined): boolean {
  return (template?.version ?? 0) === base && (baseAt === undefined || baseAt === template?.lastEdit?.date)
}

/** Checks whether an editor started from this draft, by revision and time (see `isEditStartedFrom`). */
export function isDraftStartedFrom({ revision, revisionAt }: EditStartDraft, keptDraft: StoredDraft): boolean {
  return keptDraft.revision === revision && (revisionAt === undefined || revisionAt === keptDraft.lastEdit.date)
}

/**
 * Checks whether a user may see, overwrite and discard a draft: editors of the published form or, if it is not
 * published, of the draft's areas.
 */
export function canEditDraft(actor: Actor, { seenIn }: Pick<StoredDraft, 'seenIn'>): boolean {
  return can(actor, 'update', {
    kind: 'formulario',
    document: { areas: seenIn, opcionales: PRIVATE_OPTIONS, deleted: false },
  })
}

/** Options of a private form; drafts are never public. */
const PRIVATE_OPTIONS = { publico: false, citizenAssociationFromCitizenPortal: false } as const

/**
 * Returns the writes that delete a draft which was published, discarded or deleted with its form. Images that only the
 * draft used expire a month later.
 * @param shownDraft the form that remains; null: none
 */
export function buildDraftDeletionWrites(
  id: TemplateId,
  shownDraft: TemplateDraft | null,
  documents: FoundDocuments,
  now: Instant,
): readonly Write[] {
  const keptDraft = findStoredDraft(documents, id)
  return keptDraft === undefined
    ? []
    : [remove(keys.keptDraft(id)), ...buildImageReleaseWrites(keptDraft, shownDraft, documents, now)]
}
