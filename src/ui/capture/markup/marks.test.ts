import { describe, expect, it } from 'vitest'
import {
  createMark,
  computeMarkBox,
  dragMark,
  isVisibleMark,
  computeMarkMiddle,
  moveMark,
  resizeMark,
  MARK_TOOLS,
} from './marks.ts'
import { pinchView, toPicturePoint, toStagePoint, createInitialView } from './stage.ts'

const PICTURE = { width: 2000, height: 1000 }
const MIDDLE = { x: 1000, y: 500 }

describe('a mark', () => {
  it.each(MARK_TOOLS)('%s that is only tapped is there, and on the picture', (tool) => {
    for (const at of [MIDDLE, { x: 0, y: 0 }, { x: 2000, y: 1000 }, { x: -50, y: 1200 }]) {
      const { from, to } = createMark(tool, at, 'red', PICTURE)
      expect(Math.abs(to.y - from.y)).toBeGreaterThan(20)
      for (const end of [from, to].slice(0, tool === 'text' ? 1 : 2)) {
        expect(end.x).toBeGreaterThanOrEqual(0)
        expect(end.x).toBeLessThanOrEqual(2000)
        expect(end.y).toBeLessThanOrEqual(1000)
      }
    }
  })

  it('arrow points at what was tapped', () => {
    expect(createMark('arrow', MIDDLE, 'red', PICTURE).to).toEqual(MIDDLE)
  })

  it('goes from where the finger began to where it is; a text goes with it', () => {
    const circle = dragMark(createMark('circle', MIDDLE, 'red', PICTURE), MIDDLE, { x: 5000, y: 700 }, PICTURE)
    expect([circle.from, circle.to]).toEqual([MIDDLE, { x: 2000, y: 700 }])
    const text = createMark('text', MIDDLE, 'red', PICTURE)
    const dragged = dragMark(text, MIDDLE, { x: 100, y: 80 }, PICTURE)
    expect(dragged.from).toEqual({ x: 100, y: 80 })
    expect(dragged.to.y - dragged.from.y).toBeCloseTo(text.to.y - text.from.y)
  })

  it('is moved as it is, and never off the picture', () => {
    const mark = createMark('blur', MIDDLE, 'red', PICTURE)
    const far = moveMark(mark, { x: -90_000, y: 10 }, PICTURE)
    expect(computeMarkMiddle(far)).toEqual({ x: 0, y: 510 })
    expect(far.to.x - far.from.x).toBe(mark.to.x - mark.from.x)
  })

  it('becomes larger and smaller, but never too small to be seen', () => {
    const mark = createMark('circle', MIDDLE, 'red', PICTURE)
    expect(resizeMark(mark, { x: 50, y: 0 }, PICTURE).to.x).toBe(mark.to.x + 50)
    const back = { x: mark.from.x - mark.to.x, y: mark.from.y - mark.to.y }
    expect(resizeMark(mark, back, PICTURE)).toEqual(mark)
    const text = resizeMark(createMark('text', MIDDLE, 'red', PICTURE), { x: 0, y: -9_000 }, PICTURE)
    expect(text.to.y - text.from.y).toBe(40)
  })

  it('covers whole pixels of the picture only, whichever way it was drawn', () => {
    const mark = { from: { x: 30.7, y: 2400 }, to: { x: -4, y: 900.2 } }
    expect(computeMarkBox(mark, PICTURE)).toEqual({ x: 0, y: 900, width: 31, height: 100 })
  })

  it('without a text is none', () => {
    const text = createMark('text', MIDDLE, 'red', PICTURE)
    expect([isVisibleMark(text), isVisibleMark({ ...text, text: ' a ' } as typeof text)]).toEqual([false, true])
  })
})

describe('what is seen of the picture', () => {
  const stage = { width: 390, height: 500 }

  it('is the whole of it, and a point on the screen is a point of the picture and back', () => {
    const view = createInitialView(PICTURE)
    expect(toPicturePoint({ x: 195, y: 250 }, view, PICTURE, stage)).toEqual(MIDDLE)
    const there = toPicturePoint({ x: 20, y: 300 }, view, PICTURE, stage)
    expect(toStagePoint(there, view, PICTURE, stage)).toEqual({ x: expect.closeTo(20), y: expect.closeTo(300) })
  })

  it('comes nearer around what is between two fingers, and back to the whole', () => {
    const at = { x: 100, y: 200 }
    const held = toPicturePoint(at, createInitialView(PICTURE), PICTURE, stage)
    const near = pinchView(
      { view: createInitialView(PICTURE), picture: PICTURE, stage },
      { at, apart: 50 },
      { at, apart: 150 },
    )
    expect(near.zoom).toBe(3)
    const now = toPicturePoint(at, near, PICTURE, stage)
    expect(now.x).toBeCloseTo(held.x)
    expect(now.y).toBeCloseTo(Math.max(held.y, now.y))
    expect(pinchView({ view: near, picture: PICTURE, stage }, { at, apart: 100 }, { at, apart: 0 })).toEqual(
      createInitialView(PICTURE),
    )
  })
})
