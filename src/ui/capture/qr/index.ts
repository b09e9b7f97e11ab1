import { withWords } from '#ui/index.ts'

export type { CodeCameraProps } from './code-camera.tsx'

/** Comes with the door of an event; a door of its own, so that no form that is answered carries it. */
export function loadCodeCamera() {
  return withWords('capture', import('./code-camera.tsx'))
}
