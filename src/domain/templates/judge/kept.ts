import { can, type Actor } from '../../access/index.ts'
import type { KeptDraft } from '../documents/kept-draft.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { Instant, TemplateId } from '../../kernel/index.ts'
import { keys, remove, type Found, type Key, type Write } from '../../store/index.ts'
import { imageKeys, releaseDraftImages } from './draft-images.ts'

/** What must be read to know whether a form has a draft, and its images. */
export function keptKeys(id: TemplateId, found: Found): readonly Key[] {
  const kept = keptIn(found, id)
  return [keys.keptDraft(id), ...(kept === undefined ? [] : imageKeys(kept))]
}

export function keptIn(found: Found, id: TemplateId): KeptDraft | undefined {
  return found.get(keys.keptDraft(id))
}

/** Who sees, keeps over and discards a draft: who may edit the published form or, without one, the draft's areas. */
export function mayEditKept(actor: Actor, { seenIn }: Pick<KeptDraft, 'seenIn'>): boolean {
  return can(actor, 'update', { kind: 'formulario', document: { areas: seenIn, opcionales: SHUT, deleted: false } })
}

/** A draft of a public form is not public. */
const SHUT = { publico: false, citizenAssociationFromCitizenPortal: false } as const

/**
 * The end of a draft: published, discarded, or gone with its form. Its own images go a month later.
 * @param shown what is there instead; null: nothing
 */
export function keptGoes(id: TemplateId, shown: TemplateDraft | null, found: Found, now: Instant): readonly Write[] {
  const kept = keptIn(found, id)
  return kept === undefined ? [] : [remove(keys.keptDraft(id)), ...releaseDraftImages(kept, shown, found, now)]
}
