import { laterOrNone } from '#ui/index.ts'
import type { PhotoRowsProps } from '../form/form-context.ts'

/** Fetched with the first section that takes photos in a row. When it cannot be had, they are taken one by one. */
export const LaterPhotoRows = laterOrNone<PhotoRowsProps>(async () => (await import('./photo-rows.tsx')).PhotoRows)
