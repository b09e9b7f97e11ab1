import { laterOrNone } from '#ui/index.ts'
import type { RowStartProps } from '../form/form-context.ts'

const former = () => import('./former.ts')

/** Loaded with the first form that offers to copy a previous answer, for signed-in users. */
export const LaterLikeLast = laterOrNone(async () => (await former()).LikeLast)

/** Loaded with the first added row, for signed-in users. */
export const LaterRowLikeAbove = laterOrNone<RowStartProps>(async () => (await former()).RowLikeAbove)
