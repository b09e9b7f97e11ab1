import { type PointerEvent, useRef } from 'react'
import {
  createMark,
  type Colour,
  dragMark,
  type Mark,
  markMiddle,
  moveMark,
  type Point,
  type Size,
  resizeMark,
  type Tool,
} from './marks.ts'
import { pinchView, toPicture, toStage, type StageView } from './stage.ts'
import type { MarkEditor } from './use-marks.ts'

/** Screen pixels. TOUCH_RADIUS: touch radius of a handle. MAX_TAP_DISTANCE: maximum movement of a tap. */
const TOUCH_RADIUS = 28
const MAX_TAP_DISTANCE = 10

type Gesture =
  | { readonly kind: 'draw'; readonly start: Point; readonly at: Point; isOut: boolean }
  | { readonly kind: 'move' | 'stretch'; last: Point; isBegun: boolean }
  | { readonly kind: 'pinch'; readonly at: Point; readonly apart: number; readonly view: StageView }

type Around = {
  readonly picture: Size
  readonly stage: Size
  readonly view: StageView
  readonly setView: (view: StageView) => void
  readonly marks: MarkEditor
  readonly tool: Tool
  readonly colour: Colour
}

/** @returns the positions of a mark's handles on the stage: one moves the mark, the other resizes it */
export function computeHandles(mark: Mark, { view, picture, stage }: Pick<Around, 'view' | 'picture' | 'stage'>) {
  return {
    move: toStage(mark.kind === 'text' ? mark.from : markMiddle(mark), view, picture, stage),
    size: toStage(mark.to, view, picture, stage),
  }
}

/** Handles gestures. One finger draws a mark or drags a handle, two fingers move and zoom the picture. */
export function useGestures(around: Around) {
  const fingers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>(null)
  const { marks, picture, stage, view } = around

  const two = (): { readonly at: Point; readonly apart: number } | null => {
    const [one, other] = fingers.current.values()
    if (one === undefined || other === undefined) return null
    return {
      at: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
      apart: Math.hypot(one.x - other.x, one.y - other.y),
    }
  }
  const onPicture = (at: Point): Point => toPicture(at, view, picture, stage)

  const down = (event: PointerEvent<HTMLElement>): void => {
    const at = pointerPosition(event)
    event.currentTarget.setPointerCapture?.(event.pointerId)
    fingers.current.set(event.pointerId, at)
    const both = two()
    if (both !== null) {
      // Removes the mark of the first finger, which has started a pinch.
      if (gesture.current?.kind === 'draw') marks.undo()
      gesture.current = { kind: 'pinch', ...both, view }
      return
    }
    const handles = marks.chosen === undefined ? undefined : computeHandles(marks.chosen, around)
    if (handles !== undefined && distance(handles.size, at) < TOUCH_RADIUS)
      gesture.current = { kind: 'stretch', last: at, isBegun: false }
    else if (handles !== undefined && distance(handles.move, at) < TOUCH_RADIUS)
      gesture.current = { kind: 'move', last: at, isBegun: false }
    else {
      gesture.current = { kind: 'draw', start: onPicture(at), at, isOut: false }
      marks.add(createMark(around.tool, onPicture(at), around.colour, picture))
    }
  }

  const move = (event: PointerEvent<HTMLElement>): void => {
    if (!fingers.current.has(event.pointerId)) return
    const at = pointerPosition(event)
    fingers.current.set(event.pointerId, at)
    const now = gesture.current
    if (now === null) return
    if (now.kind === 'pinch') {
      const both = two()
      if (both !== null) around.setView(pinchView({ view: now.view, picture, stage }, now, both))
      return
    }
    if (now.kind === 'draw') {
      if (!now.isOut && distance(now.at, at) < MAX_TAP_DISTANCE) return
      now.isOut = true
      marks.change((mark) => dragMark(mark, now.start, onPicture(at), picture), false)
      return
    }
    const [a, b] = [onPicture(now.last), onPicture(at)]
    const by = { x: b.x - a.x, y: b.y - a.y }
    const change = now.kind === 'move' ? moveMark : resizeMark
    marks.change((mark) => change(mark, by, picture), !now.isBegun)
    now.isBegun = true
    now.last = at
  }

  const up = (event: PointerEvent<HTMLElement>): void => {
    fingers.current.delete(event.pointerId)
    // After a pinch the remaining finger does not draw.
    gesture.current = null
  }

  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up }
}

function pointerPosition(event: PointerEvent<HTMLElement>): Point {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
