import { useState } from 'react'
import type { PhotoMark } from './marks.ts'

type Drawing = {
  readonly marks: readonly PhotoMark[]
  /** index of the selected mark; null if no mark is selected */
  readonly chosen: number | null
  readonly before: readonly (readonly PhotoMark[])[]
}

const EMPTY_DRAWING: Drawing = { marks: [], chosen: null, before: [] }
const MAX_STEPS = 100

export type MarkEditor = Pick<Drawing, 'marks'> & {
  readonly chosen: PhotoMark | undefined
  readonly canUndo: boolean
  readonly add: (mark: PhotoMark) => void
  /** @param isStep whether the change is an undo step; false during a drag, as a gesture is a single step */
  readonly change: (change: (mark: PhotoMark) => PhotoMark, isStep?: boolean) => void
  readonly remove: () => void
  readonly release: () => void
  readonly undo: () => void
}

/** The marks on a picture, with undo. */
export function useMarks(): MarkEditor {
  const [drawing, setDrawing] = useState(EMPTY_DRAWING)
  const { marks, chosen, before } = drawing
  return {
    marks,
    chosen: chosen === null ? undefined : marks[chosen],
    canUndo: before.length > 0,
    add: (mark) =>
      setDrawing((now) => ({ marks: [...now.marks, mark], chosen: now.marks.length, before: withStep(now) })),
    change: (change, isStep = true) =>
      setDrawing((now) => {
        const requestMarks = now.marks.map((mark, index) => (index === now.chosen ? change(mark) : mark))
        return { ...now, marks: requestMarks, before: isStep ? withStep(now) : now.before }
      }),
    remove: () =>
      setDrawing((now) => ({
        marks: now.marks.filter((_, index) => index !== now.chosen),
        chosen: null,
        before: now.chosen === null ? now.before : withStep(now),
      })),
    release: () => setDrawing((now) => ({ ...now, chosen: null })),
    undo: () =>
      setDrawing((now) => {
        const earlierMarks = now.before.at(-1)
        return earlierMarks === undefined ? now : { marks: earlierMarks, chosen: null, before: now.before.slice(0, -1) }
      }),
  }
}

function withStep({ before, marks }: Drawing): readonly (readonly PhotoMark[])[] {
  return [...before, marks].slice(-MAX_STEPS)
}
