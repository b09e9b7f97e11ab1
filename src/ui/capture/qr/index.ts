import { withWords } from '#ui/index.ts'

/** @returns the additional file that the reader needs, to be cached for offline use; undefined: none */
export async function neededFile(): Promise<string | undefined> {
  return (await import('./qr-reader.ts')).neededFile()
}

/** Called for ticket control. A separate module, so that answering a form does not load it. */
export function loadCodeCamera() {
  return withWords('capture', import('./code-camera.tsx'))
}
