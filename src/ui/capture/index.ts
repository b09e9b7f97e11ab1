import { withWords } from '#ui/index.ts'

export type { MarkUpProps } from './markup/markup-dialog.tsx'
export type { PhotosProgress, SeveralPhotosProps } from './several/several-photos.tsx'

/** With the words of this room: nothing of it comes before somebody asks for it. */
export function loadMarkUp() {
  return withWords('capture', import('./markup/markup-dialog.tsx'))
}

/** Comes with the first section that takes photos in a row. */
export function loadSeveralPhotos() {
  return withWords('capture', import('./several/several-photos.tsx'))
}
