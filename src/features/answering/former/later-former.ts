import { lazyPartOrNone } from '#ui/index.ts'
import type { RowStartProps } from '../form/form-context.ts'

const former = () => import('./former.ts')

/** Loaded with the first form that offers to copy a previous answer, for signed-in users. */
export const LazyCopyLastAnswer = lazyPartOrNone(async () => (await former()).CopyLastAnswer)

/** Loaded with the first added row, for signed-in users. */
export const LazyCopyRowAbove = lazyPartOrNone<RowStartProps>(async () => (await former()).CopyRowAboveOffer)
