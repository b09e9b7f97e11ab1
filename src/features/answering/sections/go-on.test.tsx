// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listQuestionsInRow } from '#domain/answering/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { DATA_TYPE } from '#domain/questions/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore, type FormStore } from '../form/form-store.ts'
import { markMissingItems } from '../form/form-actions.ts'
import { QuestionCard } from './question-card.tsx'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  // jsdom has neither.
  Element.prototype.scrollIntoView = () => undefined
  window.matchMedia = () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) as never
})
afterEach(cleanup)

function show(questions: Parameters<typeof section>[1]): FormStore {
  const form = createFormStore(templateOf([section(0, questions)]))
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <FormContextProvider value={{ form, files }}>
          {form.template.secciones.flatMap((one) =>
            listQuestionsInRow(one, null).map((place) => <QuestionCard key={place.address} place={place} />),
          )}
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  return form
}

/** @returns whether the field handled the key itself, as a line break */
function enter(name: string, more: object = {}): boolean {
  const field = screen.getByLabelText(name)
  act(() => field.focus())
  return fireEvent.keyDown(field, { key: 'Enter', ...more })
}
const focused = () => document.activeElement?.closest('[data-question]')?.getAttribute('data-question')

describe('Enter in a question', () => {
  it('continues to the next that can be answered', () => {
    show([question(0), question(1, { tipoDato: DATA_TYPE.TITLE }), question(2)])
    expect(enter('Question 0')).toBe(false)
    expect(focused()).toBe('0/2')
  })

  it('breaks the line where sentences are written, and with Shift', () => {
    show([question(0, { titulo: 'Observaciones' }), question(1), question(2)])
    expect(enter('Observaciones')).toBe(true)
    expect(enter('Question 1', { shiftKey: true })).toBe(true)
    expect(focused()).toBe('0/1')
  })

  it('leads to what is missing once saving was refused', () => {
    const form = show([question(0, { required: true }), question(1), question(2, { required: true })])
    act(() => markMissingItems(form))
    enter('Question 0')
    expect(focused()).toBe('0/2')
  })

  it('leaves the last one, so that a phone puts its keyboard away', () => {
    show([question(0)])
    enter('Question 0')
    expect(focused()).toBeUndefined()
  })
})
