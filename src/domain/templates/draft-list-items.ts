import { z } from 'zod'
import { storedDraftSchema, type StoredDraft } from './documents/stored-draft.ts'
import { getMunicipality } from '../kernel/index.ts'

export const DRAFTS_PAGE_SIZE = 10

/** Summary of a draft for lists, which do not read whole forms. */
const keptLineSchema = storedDraftSchema.pick({
  id: true,
  titulo: true,
  areas: true,
  seenIn: true,
  base: true,
  revision: true,
  lastEdit: true,
})
export type DraftListItem = z.infer<typeof keptLineSchema>

/** Reply of `GET /api/drafts`: most recently stored first. `next` is the cursor of the next page. */
export const draftsPageSchema = z.object({ drafts: z.array(keptLineSchema), next: z.string().optional() })
export type DraftsPage = Readonly<z.infer<typeof draftsPageSchema>>
export const draftsQuerySchema = z.object({ after: z.string().max(500).optional() })

export function toDraftListItem({ id, titulo, areas, seenIn, base, revision, lastEdit }: StoredDraft) {
  return { id, titulo, areas, seenIn, base, revision, lastEdit }
}

/** Search key of all drafts, for administrators. */
export const ALL_DRAFTS_KEY = '*'

/**
 * Returns the search keys of a draft: areas whose editors may see it, its own areas, their municipalities, and
 * `ALL_DRAFTS_KEY`. One list instead of several fields, because Firestore limits the number of indexes. Listings also
 * check permission for each draft.
 */
export function buildDraftSearchKeys({ seenIn, areas }: Pick<StoredDraft, 'seenIn' | 'areas'>): readonly string[] {
  const all = [...seenIn, ...areas]
  return [...new Set<string>([...all, ...all.map((area) => getMunicipality(area)), ALL_DRAFTS_KEY])]
}
