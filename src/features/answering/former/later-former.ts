import { laterOrNone } from '#ui/index.ts'
import type { RowStartProps } from '../form/form-context.ts'

const former = () => import('./former.ts')

/** Fetched with the first form that offers it, for signed-in users. The form is as good without it. */
export const LaterLikeLast = laterOrNone(async () => (await former()).LikeLast)

/** Fetched with the first further row, for signed-in users. Without it, the row is filled in as any other. */
export const LaterRowLikeAbove = laterOrNone<RowStartProps>(async () => (await former()).RowLikeAbove)
