/** What starts like something else is fetched as one file. */
export { LikeLast } from './like-last.tsx'
export { RowLikeAbove } from './row-like-above.tsx'
