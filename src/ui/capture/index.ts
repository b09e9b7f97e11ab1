import { withWords } from '#ui/index.ts'

export type { MarkUpProps } from './markup/markup-dialog.tsx'

/** With the words of this room: nothing of it comes before somebody asks for it. */
export function loadMarkUp() {
  return withWords('capture', import('./markup/markup-dialog.tsx'))
}
