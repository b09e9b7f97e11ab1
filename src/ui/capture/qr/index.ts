import { withWords } from '#ui/index.ts'

export type { CodeCameraProps } from './code-camera.tsx'

/** @returns the file that reading needs beside the app, to be kept for when there is no network; undefined: none */
export async function neededFile(): Promise<string | undefined> {
  return (await import('./qr-reader.ts')).neededFile()
}

/** Comes with the door of an event; a door of its own, so that no form that is answered carries it. */
export function loadCodeCamera() {
  return withWords('capture', import('./code-camera.tsx'))
}
