import type { Page } from '@playwright/test'
import type { Shown } from './probe.ts'
import type { Size } from './forms.ts'

/** One of the two editors with the actions that the bench measures, by mouse or keyboard as users perform them. */
export type Editor = {
  readonly name: 'relevo' | 'surveyjs'
  readonly page: Page
  /** Shows nothing of the form yet; the next `open` shows it. */
  readonly prepare: (size: Size) => Promise<void>
  /** Opens the form with one click. */
  readonly open: () => Promise<void>
  readonly opened: Shown
  /** Puts the caret at the end of the title of a question, counted from 0. */
  readonly editTitle: (question: number) => Promise<void>
  /** Adds a question at the end of the first section with one click. */
  readonly add: () => Promise<void>
  readonly added: Shown
  /** Undoes by key, or by button in an editor whose keys work only while it has the focus. */
  readonly undo: { readonly event: string; readonly key?: string; readonly go: () => Promise<void> }
  readonly addUndone: Shown
  /** titles of questions, in the order of the screen */
  readonly titles: string
  /** centre of a question's drag handle and of its lower half, in window pixels */
  readonly handle: (question: number) => Promise<Point>
  readonly below: (question: number) => Promise<Point>
  /** the event that ends the drag */
  readonly dropEvent: 'drop' | 'pointerup'
}

export type Point = { readonly x: number; readonly y: number }

export async function centreOf(page: Page, selector: string, index: number, part = 0.5): Promise<Point> {
  const box = await page.locator(selector).nth(index).boundingBox()
  if (box === null) throw new Error(`${selector} ${index} is not on screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height * part }
}
