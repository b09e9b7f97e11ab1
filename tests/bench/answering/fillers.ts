import type { Page } from '@playwright/test'
import type { Shown } from '../editor/probe.ts'
import type { Cut } from '../editor/forms.ts'

export type Name = 'relevo' | 'surveyjs' | 'odk' | 'plain'
export const NAMES: readonly Name[] = ['relevo', 'surveyjs', 'odk', 'plain']

/** A form implementation that the bench fills in. */
export type Filler = {
  readonly name: Name
  readonly page: Page
  /** Shows nothing of the form yet; the next `open` shows it. */
  readonly prepare: (size: number) => Promise<void>
  /** Opens the form with one click. */
  readonly open: () => Promise<void>
  /** the field of the first question, which is a single-line text */
  readonly field: string
  /** Checks, with one click, a form in which only the first question is answered. */
  readonly check: () => Promise<void>
  readonly checked: Shown
  /** JavaScript and CSS (after gzip -9) loaded until the form can be used */
  readonly bytes: number
}

export const CUT: Cut = { perSection: 20, required: true }
