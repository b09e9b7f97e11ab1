import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useLingui } from '@lingui/react/macro'
import {
  createMark,
  getLongestSide,
  moveMark,
  resizeMark,
  dragMark,
  computeMarkMiddle,
  type MarkColour,
  type PhotoMark,
  type PicturePoint,
  type PictureSize,
  type MarkTool,
} from './marks.ts'
import styles from './markup.module.css'
import { paintMarks, type Photo } from './paint.ts'
import { pinchView, computeScale, toStagePoint, createInitialView, toPicturePoint, type StageView } from './stage.ts'
import type { MarkEditor } from './use-marks.ts'

/** Screen pixels. TOUCH_RADIUS: touch radius of a handle. MAX_TAP_DISTANCE: maximum movement of a tap. */
const TOUCH_RADIUS = 28
const MAX_TAP_DISTANCE = 10

type Gesture =
  | { readonly kind: 'draw'; readonly start: PicturePoint; readonly at: PicturePoint; isOutsidePicture: boolean }
  | { readonly kind: 'move' | 'stretch'; last: PicturePoint; isBegun: boolean }
  | { readonly kind: 'pinch'; readonly at: PicturePoint; readonly apart: number; readonly view: StageView }

type StageSetting = {
  readonly picture: PictureSize
  readonly stage: PictureSize
  readonly view: StageView
  readonly setView: (view: StageView) => void
  readonly marks: MarkEditor
  readonly tool: MarkTool
  readonly colour: MarkColour
}

/** @returns the positions of a mark's handles on the stage: one moves the mark, the other resizes it */
function computeHandles(mark: PhotoMark, { view, picture, stage }: Pick<StageSetting, 'view' | 'picture' | 'stage'>) {
  return {
    move: toStagePoint(mark.kind === 'text' ? mark.from : computeMarkMiddle(mark), view, picture, stage),
    size: toStagePoint(mark.to, view, picture, stage),
  }
}

/** Handles gestures. One finger draws a mark or drags a handle, two fingers move and zoom the picture. */
function useGestures(around: StageSetting) {
  const fingers = useRef(new Map<number, PicturePoint>())
  const gesture = useRef<Gesture>(null)
  const { marks, picture, stage, view } = around

  const two = (): { readonly at: PicturePoint; readonly apart: number } | null => {
    const [a, b] = fingers.current.values()
    if (a === undefined || b === undefined) return null
    return {
      at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
      apart: Math.hypot(a.x - b.x, a.y - b.y),
    }
  }
  const toPointOnPicture = (point: PicturePoint): PicturePoint => toPicturePoint(point, view, picture, stage)

  const down = (event: PointerEvent<HTMLElement>): void => {
    const point = getPointerPosition(event)
    event.currentTarget.setPointerCapture?.(event.pointerId)
    fingers.current.set(event.pointerId, point)
    const both = two()
    if (both !== null) {
      // Removes the mark of the first finger, which has started a pinch.
      if (gesture.current?.kind === 'draw') marks.undo()
      gesture.current = { kind: 'pinch', ...both, view }
      return
    }
    const handles = marks.chosen === undefined ? undefined : computeHandles(marks.chosen, around)
    if (handles !== undefined && distance(handles.size, point) < TOUCH_RADIUS)
      gesture.current = { kind: 'stretch', last: point, isBegun: false }
    else if (handles !== undefined && distance(handles.move, point) < TOUCH_RADIUS)
      gesture.current = { kind: 'move', last: point, isBegun: false }
    else {
      gesture.current = { kind: 'draw', start: toPointOnPicture(point), at: point, isOutsidePicture: false }
      marks.add(createMark(around.tool, toPointOnPicture(point), around.colour, picture))
    }
  }

  const move = (event: PointerEvent<HTMLElement>): void => {
    if (!fingers.current.has(event.pointerId)) return
    const point = getPointerPosition(event)
    fingers.current.set(event.pointerId, point)
    const now = gesture.current
    if (now === null) return
    if (now.kind === 'pinch') {
      const both = two()
      if (both !== null) around.setView(pinchView({ view: now.view, picture, stage }, now, both))
      return
    }
    if (now.kind === 'draw') {
      if (!now.isOutsidePicture && distance(now.at, point) < MAX_TAP_DISTANCE) return
      now.isOutsidePicture = true
      marks.change((mark) => dragMark(mark, now.start, toPointOnPicture(point), picture), false)
      return
    }
    const [a, b] = [toPointOnPicture(now.last), toPointOnPicture(point)]
    const by = { x: b.x - a.x, y: b.y - a.y }
    const change = now.kind === 'move' ? moveMark : resizeMark
    marks.change((mark) => change(mark, by, picture), !now.isBegun)
    now.isBegun = true
    now.last = point
  }

  const up = (event: PointerEvent<HTMLElement>): void => {
    fingers.current.delete(event.pointerId)
    // After a pinch the remaining finger does not draw.
    gesture.current = null
  }

  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up }
}

function getPointerPosition(event: PointerEvent<HTMLElement>): PicturePoint {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

function distance(a: PicturePoint, b: PicturePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Step of an arrow key, as a fraction of the picture's longest side. */
const KEY_STEP = 0.01
const KEYS: Readonly<Record<string, PicturePoint>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 }

type PictureStageProps = {
  readonly photo: Photo
  readonly marks: MarkEditor
  readonly tool: MarkTool
  readonly colour: MarkColour
  readonly describedBy: string
}

/** The editing area. Its canvas has the screen's resolution. The final picture is made from the photo. */
export function PictureStage({ photo, marks, tool, colour, describedBy }: PictureStageProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<PictureSize>({ width: 300, height: 300 })
  const [view, setView] = useState<StageView>(() => createInitialView(photo))
  const gestures = useGestures({ picture: photo, stage, view, setView, marks, tool, colour })
  const markedCanvas = useMarked(photo, marks.marks)

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
    const pictureOrigin = toStagePoint({ x: 0, y: 0 }, view, photo, stage)
    const scale = computeScale(view, photo, stage)
    context.imageSmoothingQuality = 'high'
    if (markedCanvas !== null)
      context.drawImage(markedCanvas, pictureOrigin.x, pictureOrigin.y, photo.width * scale, photo.height * scale)
    if (marks.chosen !== undefined) drawHandles(context, marks.chosen, { view, picture: photo, stage })
  })

  const keys = (event: KeyboardEvent): void => {
    const arrow = KEYS[event.key]
    const zoom = ZOOM_KEYS[event.key]
    const middle = { x: stage.width / 2, y: stage.height / 2 }
    if (arrow !== undefined && marks.chosen !== undefined) {
      const step = getLongestSide(photo) * KEY_STEP
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

/** @returns a canvas with the photo and its marks in full size; it is reused while the dialog is open */
function useMarked(photo: Photo, marks: readonly PhotoMark[]): HTMLCanvasElement | null {
  const [canvas] = useState(() => {
    const newCanvas = document.createElement('canvas')
    newCanvas.width = photo.width
    newCanvas.height = photo.height
    return newCanvas
  })
  // A layout effect, as the stage draws this canvas before the browser paints.
  const drawn = useRef<readonly PhotoMark[]>(null)
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
  mark: PhotoMark,
  around: { readonly view: StageView; readonly picture: PictureSize; readonly stage: PictureSize },
): void {
  const { move, size } = computeHandles(mark, around)
  const a = toStagePoint(mark.from, around.view, around.picture, around.stage)
  if (mark.kind === 'blur') {
    context.setLineDash([6, 4])
    context.lineWidth = 2
    context.strokeStyle = '#ffffff'
    context.strokeRect(a.x, a.y, size.x - a.x, size.y - a.y)
    context.setLineDash([])
  }
  for (const [point, filled] of [
    [move, true],
    [size, false],
  ] as const) {
    context.beginPath()
    context.arc(point.x, point.y, 9, 0, 2 * Math.PI)
    context.fillStyle = filled ? '#075c5f' : '#ffffff'
    context.strokeStyle = filled ? '#ffffff' : '#075c5f'
    context.lineWidth = 3
    context.fill()
    context.stroke()
  }
}
