import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import {
  createMark,
  type Colour,
  longestSide,
  type Mark,
  moveMark,
  type Point,
  type Size,
  resizeMark,
  type Tool,
} from './marks.ts'
import styles from './markup.module.css'
import { paintMarks, type Photo } from './paint.ts'
import { pinchView, computeScale, toStage, type StageView, initialView } from './stage.ts'
import { computeHandles, useGestures } from './use-gestures.ts'
import type { MarkEditor } from './use-marks.ts'

/** Step of an arrow key, as a fraction of the picture's longest side. */
const KEY_STEP = 0.01
const KEYS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 }

type PictureStageProps = {
  readonly photo: Photo
  readonly marks: MarkEditor
  readonly tool: Tool
  readonly colour: Colour
  readonly describedBy: string
}

/** The editing area. Its canvas has the screen's resolution. The final picture is made from the photo. */
export function PictureStage({ photo, marks, tool, colour, describedBy }: PictureStageProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<Size>({ width: 300, height: 300 })
  const [view, setView] = useState<StageView>(() => initialView(photo))
  const gestures = useGestures({ picture: photo, stage, view, setView, marks, tool, colour })
  const marked = useMarked(photo, marks.marks)

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const fit = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setStage({ width, height })
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (element === null || context === null || context === undefined) return
    const ratio = devicePixelRatio || 1
    element.width = Math.round(stage.width * ratio)
    element.height = Math.round(stage.height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const corner = toStage({ x: 0, y: 0 }, view, photo, stage)
    const scale = computeScale(view, photo, stage)
    context.imageSmoothingQuality = 'high'
    if (marked !== null) context.drawImage(marked, corner.x, corner.y, photo.width * scale, photo.height * scale)
    if (marks.chosen !== undefined) drawHandles(context, marks.chosen, { view, picture: photo, stage })
  })

  const keys = (event: KeyboardEvent): void => {
    const arrow = KEYS[event.key]
    const zoom = ZOOM_KEYS[event.key]
    const middle = { x: stage.width / 2, y: stage.height / 2 }
    if (arrow !== undefined && marks.chosen !== undefined) {
      const step = longestSide(photo) * KEY_STEP
      const by = { x: arrow.x * step, y: arrow.y * step }
      const change = event.shiftKey ? resizeMark : moveMark
      marks.change((mark) => change(mark, by, photo))
    } else if (event.key === 'Enter' || event.key === ' ') marks.add(createMark(tool, view.centre, colour, photo))
    else if (event.key === 'Delete' || event.key === 'Backspace') marks.remove()
    else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) marks.undo()
    else if (zoom !== undefined)
      setView(pinchView({ view, picture: photo, stage }, { at: middle, apart: 100 }, { at: middle, apart: 100 * zoom }))
    else return
    event.preventDefault()
  }

  return (
    <canvas
      ref={canvas}
      className={`r-grow r-wide ${styles['stage']}`}
      // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it takes keys of its own, which screen readers pass on to this role only
      role="application"
      aria-label={t`Photo`}
      aria-describedby={describedBy}
      tabIndex={0}
      onKeyDown={keys}
      {...gestures}
      onMouseDown={(event) => {
        // Prevents a click from taking the focus away from the field of a new text.
        event.preventDefault()
        if (tool !== 'text') event.currentTarget.focus()
      }}
    />
  )
}

/** @returns a canvas with the photo and its marks in full size, the same while the dialog is open */
function useMarked(photo: Photo, marks: readonly Mark[]): HTMLCanvasElement | null {
  const [canvas] = useState(() => {
    const made = document.createElement('canvas')
    made.width = photo.width
    made.height = photo.height
    return made
  })
  // A layout effect, as the stage draws this canvas before the browser paints.
  const drawn = useRef<readonly Mark[]>(null)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  useLayoutEffect(() => {
    if (context === null || drawn.current === marks) return
    drawn.current = marks
    paintMarks(context, photo, marks)
  })
  return context === null ? null : canvas
}

function drawHandles(
  context: CanvasRenderingContext2D,
  mark: Mark,
  around: { readonly view: StageView; readonly picture: Size; readonly stage: Size },
): void {
  const { move, size } = computeHandles(mark, around)
  const a = toStage(mark.from, around.view, around.picture, around.stage)
  if (mark.kind === 'blur') {
    context.setLineDash([6, 4])
    context.lineWidth = 2
    context.strokeStyle = '#ffffff'
    context.strokeRect(a.x, a.y, size.x - a.x, size.y - a.y)
    context.setLineDash([])
  }
  for (const [at, filled] of [
    [move, true],
    [size, false],
  ] as const) {
    context.beginPath()
    context.arc(at.x, at.y, 9, 0, 2 * Math.PI)
    context.fillStyle = filled ? '#075c5f' : '#ffffff'
    context.strokeStyle = filled ? '#ffffff' : '#075c5f'
    context.lineWidth = 3
    context.fill()
    context.stroke()
  }
}
