import { z } from 'zod'
import { keptDraftSchema, type KeptDraft } from './documents/kept-draft.ts'
import { municipalityOf } from '../kernel/index.ts'

export const KEPT_DRAFTS_PAGE_SIZE = 10

/** A draft as lists show it: no list reads whole forms. */
export const keptLineSchema = keptDraftSchema.pick({
  id: true,
  titulo: true,
  areas: true,
  seenIn: true,
  base: true,
  revision: true,
  lastEdit: true,
})
export type KeptLine = z.infer<typeof keptLineSchema>

/** `GET /api/drafts`: the one that was kept last comes first. `next` is where the following page begins. */
export const keptPageSchema = z.object({ drafts: z.array(keptLineSchema), next: z.string().optional() })
export type KeptPage = Readonly<z.infer<typeof keptPageSchema>>
export const keptQuerySchema = z.object({ after: z.string().max(500).optional() })

export function keptLineOf({ id, titulo, areas, seenIn, base, revision, lastEdit }: KeptDraft) {
  return { id, titulo, areas, seenIn, base, revision, lastEdit }
}

/** The reach of those who reach everything. */
export const EVERY_DRAFT = '*'

/**
 * What drafts are looked for by: the areas whose editors see it and those that it would be in, their municipalities,
 * and `EVERY_DRAFT`. One list, because the cloud's store counts its indexes; each listing asks what may be seen.
 */
export function reachOfKept({ seenIn, areas }: Pick<KeptDraft, 'seenIn' | 'areas'>): readonly string[] {
  const all = [...seenIn, ...areas]
  return [...new Set<string>([...all, ...all.map((area) => municipalityOf(area)), EVERY_DRAFT])]
}
