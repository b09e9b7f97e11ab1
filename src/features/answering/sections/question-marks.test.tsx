// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listQuestionsInRow } from '#domain/answering/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore, type FormStore } from '../form/form-store.ts'
import { markMissingItems } from '../form/form-actions.ts'
import { QuestionCard } from './question-card.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(form: FormStore): void {
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
}

const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } })
const marks = () => screen.queryAllByText(/^(?:\* Required|Optional)/).map(({ textContent }) => textContent)

describe('a question', () => {
  it('that wants an attachment says so, because an answer alone is not enough', () => {
    show(
      createFormStore(
        templateOf([section(0, [question(0, { required: true, adjuntar: true }), question(1, { required: true })])]),
      ),
    )
    expect(marks()).toEqual(['* Required attachment', '* Required answer'])
  })

  it('says required once, also when it is answered, so that nothing moves and no line is empty', () => {
    show(createFormStore(templateOf([section(0, [question(0, { required: true }), question(1), question(2)])])))
    expect(marks()).toEqual(['* Required answer'])
    expect(field('Question 0').getAttribute('aria-describedby')).toBe('q-0-0-required')
    type('Question 0', 'there')
    expect(marks()).toEqual(['* Required answer'])
    expect(field('Question 0').getAttribute('aria-describedby')).toBe('q-0-0-required')
  })

  it('marks what may be left out where most must be answered, and says required of what was missing at saving', () => {
    const must = [0, 1, 2].map((order) => question(order, { required: true }))
    const form = createFormStore(templateOf([section(0, [...must, question(3), question(4, { tipoDato: 7 })])]))
    show(form)
    expect(marks()).toEqual(['Optional'])
    expect(field('Question 0').getAttribute('aria-required')).toBe('true')
    type('Question 0', 'there')
    act(() => markMissingItems(form))
    expect(marks()).toEqual(['* Required answer', '* Required answer', 'Optional'])
    type('Question 3', 'there')
    expect(marks()).toHaveLength(3)
  })

  it('of several fields marks the required ones as other questions are marked, and of these the one that is empty', async () => {
    const input = (orden: number, name: string, required: boolean) => ({
      type: 'input',
      orden,
      name,
      tipoPregunta: 1,
      tipoDato: 1,
      required,
    })
    const combinedQuestions = [input(0, 'Street', true), input(1, 'Number', true), input(2, 'Floor', false)]
    const form = createFormStore(
      templateOf([section(0, [question(0, { tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions })])]),
    )
    show(form)
    // Loaded after the form, because few forms need it.
    await screen.findByLabelText('Street')
    type('Street', 'San Juan')
    act(() => markMissingItems(form))
    const notes = (name: string): string =>
      document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent ?? ''
    expect(['Street', 'Number', 'Floor'].map((name) => field(name).getAttribute('aria-invalid'))).toEqual([
      'false',
      'true',
      'false',
    ])
    expect(['Street', 'Number', 'Floor'].map(notes)).toEqual(['', '* Required answer', ''])
  })
})
