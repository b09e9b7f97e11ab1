import { laterOrNone } from '#ui/index.ts'
import type { PhotoRowsProps } from '../form/form-context.ts'

/** Loaded with the first section that takes photos in a row. If loading fails, photos are taken one at a time. */
export const LaterPhotoRows = laterOrNone<PhotoRowsProps>(async () => (await import('./photo-rows.tsx')).PhotoRows)
