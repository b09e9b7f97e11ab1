import { laterOrNone } from '#ui/index.ts'
import type { RowStartProps } from '../form/form-context.ts'

const former = () => import('./former.ts')

/** Fetched with the first form that offers it, for whoever is signed in. When it cannot be had, the form is as good without. */
export const LaterLikeLast = laterOrNone(async () => (await former()).LikeLast)

/** Fetched with the first further row, for whoever is signed in. When it cannot be had, the row is filled in as any other. */
export const LaterRowLikeAbove = laterOrNone<RowStartProps>(async () => (await former()).RowLikeAbove)
