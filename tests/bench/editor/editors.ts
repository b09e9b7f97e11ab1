import type { Page } from '@playwright/test'
import type { Shown } from './probe.ts'
import type { Size } from './forms.ts'

/** One of the two editors, as the bench handles it: the same acts, each by mouse or keyboard as a person does them. */
export type Editor = {
  readonly name: 'relevo' | 'surveyjs'
  readonly page: Page
  /** Nothing of the form is on screen; the next `open` shows it. */
  readonly prepare: (size: Size) => Promise<void>
  /** One click. */
  readonly open: () => Promise<void>
  readonly opened: Shown
  /** Puts the caret at the end of the title of a question, counted from 0. */
  readonly editTitle: (question: number) => Promise<void>
  /** One click at the end of the first section. */
  readonly add: () => Promise<void>
  readonly added: Shown
  /** By key, or by button where the keys are the page's only while it has the focus. */
  readonly undo: { readonly event: string; readonly key?: string; readonly go: () => Promise<void> }
  readonly addUndone: Shown
  /** titles of questions, in the order of the screen */
  readonly titles: string
  /** centre of what a question is dragged by, and of a question's lower half, window pixels */
  readonly handle: (question: number) => Promise<Point>
  readonly below: (question: number) => Promise<Point>
  /** the event that lets go */
  readonly dropEvent: 'drop' | 'pointerup'
}

export type Point = { readonly x: number; readonly y: number }

export async function centreOf(page: Page, selector: string, index: number, part = 0.5): Promise<Point> {
  const box = await page.locator(selector).nth(index).boundingBox()
  if (box === null) throw new Error(`${selector} ${index} is not on screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height * part }
}
