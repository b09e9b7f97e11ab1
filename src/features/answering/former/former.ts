/** Bundles the prefill features in one file. */
export { LikeLast } from './like-last.tsx'
export { RowLikeAbove } from './row-like-above.tsx'
