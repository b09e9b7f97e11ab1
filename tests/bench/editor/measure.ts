import { median, percentile } from '../support/statistics.ts'
import type { Editor } from './editors.ts'
import { titleOf, type Size } from './forms.ts'
import { framesDuring, timed } from './probe.ts'

export const ACTS = ['open', 'type', 'add', 'undo', 'drop'] as const
export type Act = (typeof ACTS)[number]

/** Times per action; `frames`: durations of the frames while a question is dragged. Failed actions are missing. */
export type Times = { readonly [Name in Act | 'frames']?: readonly number[] }

/** A supervisor's screen. */
const WINDOW = { width: 1440, height: 900 }
/** Window tall enough to drag a question past twenty others without scrolling; used for both editors. */
const TALL_WINDOW = { width: 1280, height: 8500 }
const DRAGGED = 0
const OVER = 20
const PAUSE = 150

export type Counts = { readonly openings: number; readonly keys: number; readonly adds: number; readonly drags: number }

/**
 * Measures every action on a form of this size. The first run of each compiles and loads code and is not counted.
 * Failures are reported and left out; the other actions still count.
 */
export async function measureEditor(
  editor: Editor,
  size: Size,
  counts: Counts,
  failed: (what: string, error: unknown) => void,
): Promise<Times> {
  const times: { -readonly [Name in keyof Times]: Times[Name] } = {}
  const parts: Readonly<Record<string, () => Promise<Times>>> = {
    opening: async () => ({ open: await opening(editor, size, counts.openings) }),
    typing: async () => ({ type: await typing(editor, counts.keys) }),
    adding: () => addingAndUndoing(editor, counts.adds),
    dragging: () => dragging(editor, size, counts.drags),
  }
  for (const [name, measure] of Object.entries(parts)) {
    try {
      await editor.page.setViewportSize(name === 'dragging' ? TALL_WINDOW : WINDOW)
      Object.assign(times, await measure())
    } catch (error) {
      failed(name, error)
    }
  }
  return times
}

async function opening(editor: Editor, size: Size, openings: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index <= openings; index += 1) {
    await editor.prepare(size)
    times.push(await timed(editor.page, { event: 'click', shown: editor.opened }, editor.open))
    await editor.page.waitForTimeout(PAUSE)
  }
  return times.slice(1)
}

/** Types key after key into one title, then leaves it, because an editor may defer its work until then. */
async function typing({ page, editTitle }: Editor, keys: number): Promise<readonly number[]> {
  await editTitle(1)
  const times: number[] = []
  for (let index = 0; index <= keys; index += 1) {
    const key = 'abcdefghij'[index % 10] ?? 'a'
    times.push(await timed(page, { event: 'keydown', key }, () => page.keyboard.press(key)))
  }
  times.push(await timed(page, { event: 'keydown', key: 'Tab' }, () => page.keyboard.press('Tab')))
  return times.slice(1)
}

async function addingAndUndoing(
  editor: Editor,
  adds: number,
): Promise<{ readonly add: readonly number[]; readonly undo: readonly number[] }> {
  const { page } = editor
  const [add, undo]: [number[], number[]] = [[], []]
  for (let index = 0; index <= adds; index += 1) {
    add.push(await timed(page, { event: 'click', shown: editor.added }, editor.add))
    await page.waitForTimeout(PAUSE)
    const { go, ...event } = editor.undo
    undo.push(await timed(page, { ...event, shown: editor.addUndone }, go))
    await page.waitForTimeout(PAUSE)
  }
  return { add: add.slice(1), undo: undo.slice(1) }
}

/** Drags a question past twenty others by mouse, in small steps. Reopening the form puts it back at the top. */
async function dragging(
  editor: Editor,
  size: Size,
  drags: number,
): Promise<{ readonly drop: readonly number[]; readonly frames: readonly number[] }> {
  const { page } = editor
  const { mouse } = page
  const [drop, frames]: [number[], number[]] = [[], []]
  for (let index = 0; index <= drags; index += 1) {
    await editor.prepare(size)
    await editor.open()
    await page
      .locator(editor.titles)
      .nth(DRAGGED + OVER)
      .waitFor()
    await page.waitForTimeout(PAUSE)
    const [from, to] = [await editor.handle(DRAGGED), await editor.below(DRAGGED + OVER)]
    await mouse.move(from.x, from.y)
    await mouse.down()
    const during = await framesDuring(page, async () => {
      for (let step = 1; step <= 40; step += 1) {
        await mouse.move(from.x + ((to.x - from.x) * step) / 40, from.y + ((to.y - from.y) * step) / 40)
        await page.waitForTimeout(16)
      }
    })
    await mouse.move(to.x, to.y + 1)
    const moved = { selector: editor.titles, text: titleOf(DRAGGED), at: DRAGGED + OVER }
    const time = await timed(page, { event: editor.dropEvent, shown: moved }, () => mouse.up())
    if (index === 0) continue
    drop.push(time)
    frames.push(...during)
  }
  return { drop, frames }
}

export function p95(times: readonly number[]): number {
  return percentile(times, 0.95)
}

export function p50(times: readonly number[]): number {
  return median(times)
}
