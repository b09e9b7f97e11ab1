import type { Page } from '@playwright/test'
import type { Shown } from '../editor/probe.ts'
import type { Cut } from '../editor/forms.ts'

export type Name = 'relevo' | 'surveyjs' | 'odk' | 'plain'
export const NAMES: readonly Name[] = ['relevo', 'surveyjs', 'odk', 'plain']

/** Something that a form is filled in with, as the bench handles it. */
export type Filler = {
  readonly name: Name
  readonly page: Page
  /** Nothing of the form is on screen; the next `open` shows it. */
  readonly prepare: (size: number) => Promise<void>
  /** One click. */
  readonly open: () => Promise<void>
  /** the field of the first question, which is a line of text */
  readonly field: string
  /** One click, on a form in which nothing but the first question is answered. */
  readonly check: () => Promise<void>
  readonly checked: Shown
  /** JavaScript and CSS after gzip -9 that it takes until it can be used */
  readonly bytes: number
}

export const CUT: Cut = { perSection: 20, required: true }
