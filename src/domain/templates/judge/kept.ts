import { can, type Actor } from '../../access/index.ts'
import type { KeptDraft } from '../documents/kept-draft.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { Instant, TemplateId } from '../../kernel/index.ts'
import { keys, remove, type Found, type Key, type Write } from '../../store/index.ts'
import { imageKeys, releaseDraftImages } from './draft-images.ts'

/** Keys of a form's draft and its images. */
export function keptKeys(id: TemplateId, found: Found): readonly Key[] {
  const kept = keptIn(found, id)
  return [keys.keptDraft(id), ...(kept === undefined ? [] : imageKeys(kept))]
}

export function keptIn(found: Found, id: TemplateId): KeptDraft | undefined {
  return found.get(keys.keptDraft(id))
}

/**
 * Checks who may see, overwrite and discard a draft: editors of the published form or, if unpublished, of the draft's
 * areas.
 */
export function mayEditKept(actor: Actor, { seenIn }: Pick<KeptDraft, 'seenIn'>): boolean {
  return can(actor, 'update', { kind: 'formulario', document: { areas: seenIn, opcionales: SHUT, deleted: false } })
}

/** Options of a private form; drafts are never public. */
const SHUT = { publico: false, citizenAssociationFromCitizenPortal: false } as const

/**
 * Deletes a draft that was published, discarded or deleted with its form. Its own images expire a month later.
 * @param shown the form that remains; null: none
 */
export function keptGoes(id: TemplateId, shown: TemplateDraft | null, found: Found, now: Instant): readonly Write[] {
  const kept = keptIn(found, id)
  return kept === undefined ? [] : [remove(keys.keptDraft(id)), ...releaseDraftImages(kept, shown, found, now)]
}
