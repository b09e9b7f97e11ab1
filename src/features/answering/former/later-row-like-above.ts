import { laterOrNone } from '#ui/index.ts'
import type { RowStartProps } from '../form/form-context.ts'

/** Fetched with the first further row, for whoever is signed in. When it cannot be had, the row is filled in as any other. */
export const LaterRowLikeAbove = laterOrNone<RowStartProps>(
  async () => (await import('./row-like-above.tsx')).RowLikeAbove,
)
