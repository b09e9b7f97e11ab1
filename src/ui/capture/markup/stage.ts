import type { PicturePoint, PictureSize } from './marks.ts'

/** The visible part of a picture: its centre, and its zoom relative to the whole picture. */
export type StageView = { readonly centre: PicturePoint; readonly zoom: number }

const MAX_ZOOM = 8
/** Screen pixels between the picture and the edge of the stage. */
const MARGIN = 8

export function createInitialView({ width, height }: PictureSize): StageView {
  return { centre: { x: width / 2, y: height / 2 }, zoom: 1 }
}

/** Returns screen pixels per picture pixel. */
export function computeScale(view: StageView, picture: PictureSize, stage: PictureSize): number {
  const whole = Math.min((stage.width - 2 * MARGIN) / picture.width, (stage.height - 2 * MARGIN) / picture.height)
  return Math.max(whole, 0.01) * view.zoom
}

export function toPicturePoint(
  point: PicturePoint,
  view: StageView,
  picture: PictureSize,
  stage: PictureSize,
): PicturePoint {
  const scale = computeScale(view, picture, stage)
  return {
    x: view.centre.x + (point.x - stage.width / 2) / scale,
    y: view.centre.y + (point.y - stage.height / 2) / scale,
  }
}

export function toStagePoint(
  point: PicturePoint,
  view: StageView,
  picture: PictureSize,
  stage: PictureSize,
): PicturePoint {
  const scale = computeScale(view, picture, stage)
  return {
    x: stage.width / 2 + (point.x - view.centre.x) * scale,
    y: stage.height / 2 + (point.y - view.centre.y) * scale,
  }
}

type ViewedPicture = { readonly view: StageView; readonly picture: PictureSize; readonly stage: PictureSize }
/** The midpoint of two fingers and their distance, in screen pixels. */
type Fingers = { readonly at: PicturePoint; readonly apart: number }

/** @returns the view after two fingers have moved, in which the fingers touch the same places of the picture */
export function pinchView({ view, picture, stage }: ViewedPicture, from: Fingers, to: Fingers): StageView {
  const heldPoint = toPicturePoint(from.at, view, picture, stage)
  const zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom * (to.apart / Math.max(1, from.apart))))
  const scale = computeScale({ ...view, zoom }, picture, stage)
  const centre = {
    x: heldPoint.x - (to.at.x - stage.width / 2) / scale,
    y: heldPoint.y - (to.at.y - stage.height / 2) / scale,
  }
  return zoom === 1
    ? createInitialView(picture)
    : { zoom, centre: { x: clampOffset(centre.x, picture.width), y: clampOffset(centre.y, picture.height) } }
}

function clampOffset(value: number, max: number): number {
  return Math.min(max, Math.max(0, value))
}
