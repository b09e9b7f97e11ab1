import { withMessages } from '#ui/index.ts'

export type { MarkUpProps } from './markup/markup-dialog.tsx'
export { type CodeReader, openCodeReader } from './scan/code-reader.ts'
export type { ScanButtonProps } from './scan/scan-button.tsx'
export type { PhotosProgress, PhotoCaptureProps } from './several/several-photos.tsx'

/** Loads the dialog to mark up photos, with this module's translations. */
export function loadMarkUpDialog() {
  return withMessages('capture', import('./markup/markup-dialog.tsx'))
}

/** Loads the buttons for adding several photos. Called when the first section with these buttons is rendered. */
export function loadPhotoCapture() {
  return withMessages('capture', import('./several/several-photos.tsx'))
}

/** Loads the scan button. Called for the first question whose code may be scanned, on a device that can read codes. */
export function loadScanButton() {
  return withMessages('capture', import('./scan/scan-button.tsx'))
}
