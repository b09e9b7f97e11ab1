import { withWords } from '#ui/index.ts'

/** @returns the additional file that reading needs, to be cached for use without a network; undefined: none */
export async function neededFile(): Promise<string | undefined> {
  return (await import('./qr-reader.ts')).neededFile()
}

/** Loaded with the door of an event; a separate module, so that answering a form does not load it. */
export function loadCodeCamera() {
  return withWords('capture', import('./code-camera.tsx'))
}
