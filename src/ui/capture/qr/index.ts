import { withMessages } from '#ui/index.ts'

/** @returns the additional file that the reader needs, to be cached for offline use; undefined if it needs none */
export async function loadQrReaderUrl(): Promise<string | undefined> {
  return (await import('./qr-reader.ts')).getQrReaderUrl()
}

/** Loads the camera for checking tickets. A separate module, so that answering a form does not load it. */
export function loadCodeCamera() {
  return withMessages('capture', import('./code-camera.tsx'))
}
