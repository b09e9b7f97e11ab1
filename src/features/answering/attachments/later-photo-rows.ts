import { lazyPartOrNone } from '#ui/index.ts'
import type { PhotoRowsProps } from '../form/form-context.ts'

/** Loaded with the first section that accepts several photos at once. Without it photos are taken one at a time. */
export const LazyPhotoRows = lazyPartOrNone<PhotoRowsProps>(async () => (await import('./photo-rows.tsx')).PhotoRows)
