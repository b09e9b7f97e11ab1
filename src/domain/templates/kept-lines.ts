import { z } from 'zod'
import { keptDraftSchema, type KeptDraft } from './documents/kept-draft.ts'
import { municipalityOf } from '../kernel/index.ts'

export const KEPT_DRAFTS_PAGE_SIZE = 10

/** Summary of a draft for lists, which do not read whole forms. */
const keptLineSchema = keptDraftSchema.pick({
  id: true,
  titulo: true,
  areas: true,
  seenIn: true,
  base: true,
  revision: true,
  lastEdit: true,
})
export type KeptLine = z.infer<typeof keptLineSchema>

/** `GET /api/drafts`: last stored first. `next` is the cursor of the next page. */
export const keptPageSchema = z.object({ drafts: z.array(keptLineSchema), next: z.string().optional() })
export type KeptPage = Readonly<z.infer<typeof keptPageSchema>>
export const keptQuerySchema = z.object({ after: z.string().max(500).optional() })

export function keptLineOf({ id, titulo, areas, seenIn, base, revision, lastEdit }: KeptDraft) {
  return { id, titulo, areas, seenIn, base, revision, lastEdit }
}

/** Search key of all drafts, for administrators. */
export const EVERY_DRAFT = '*'

/**
 * Search keys of a draft: areas whose editors see it, its own areas, their municipalities, and `EVERY_DRAFT`. A list,
 * because the number of indexes in Firestore is limited. Listings check permission for each draft.
 */
export function reachOfKept({ seenIn, areas }: Pick<KeptDraft, 'seenIn' | 'areas'>): readonly string[] {
  const all = [...seenIn, ...areas]
  return [...new Set<string>([...all, ...all.map((area) => municipalityOf(area)), EVERY_DRAFT])]
}
