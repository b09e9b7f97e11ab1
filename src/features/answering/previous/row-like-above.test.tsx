// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { numberedRows } from '#tests/support/builders/numbered-rows.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { addRow, revealQuestion, setValue } from '../form/form-actions.ts'
import { createFormStore } from '../form/form-store.ts'
import { AnswerUndoBar } from '../save/behind-form.tsx'
import { NormalSection } from '../sections/section-panel.tsx'
import { AddRowLikeLastButton } from './copy-last.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const at = (address: string) => address as Parameters<typeof setValue>[1]
const treesWhere = (required: boolean) =>
  section(0, [question(0), question(1, { tipoPregunta: QUESTION_TYPE.BOOLEAN, required })], { repetible: true })
const trees = treesWhere(false)
const START = 'Add a copy of the previous one'

function show({ required = false } = {}) {
  const asked = treesWhere(required)
  const form = numberedRows(createFormStore(templateOf([asked])))
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const capture = { ScanCode: () => null, RowStart: AddRowLikeLastButton }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files, capture }}>
          <NormalSection section={asked} />
          <AnswerUndoBar />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  act(() => {
    setValue(form, at('0/0'), { respuesta: 'oak' })
    setValue(form, at('0/1'), { respuesta: true })
  })
  return { form, row: (index: number) => form.state.getState().content.values[at(`0/r${index}/0`)] }
}
const starts = () => screen.queryAllByRole('button', { name: START })

describe('a further row', () => {
  it('is added with the values of the last one in one tap, without what judges, continues to that, and is taken back', () => {
    const { form, row } = show()
    fireEvent.click(screen.getByRole('button', { name: START }))
    expect(row(0)).toEqual({ respuesta: 'oak' })
    expect(form.state.getState().content.values).not.toHaveProperty('0/r0/1')
    expect(form.state.getState().reveal).toMatchObject({ address: '0/r0/1', isNewRow: true })
    expect(form.state.getState().progress[0]).toMatchObject({ answered: 3 })
    screen.getByText('1 of 2 answers copied.')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(row(0)).toBeUndefined()
  })

  it('copies the last row, and is not offered while that has nothing to copy', () => {
    const { form, row } = show()
    act(() => void addRow(form, trees))
    expect(starts()).toEqual([])
    act(() => setValue(form, at('0/r0/0'), { respuesta: 'elm' }))
    fireEvent.click(screen.getByRole('button', { name: START }))
    expect(row(1)).toEqual({ respuesta: 'elm' })
    act(() => setValue(form, at('0/r1/0'), undefined))
    expect(starts()).toEqual([])
  })
})

describe('a finished row', () => {
  const line = (name: RegExp) => screen.getByRole('button', { name })

  it('folds into a line with its first values when another follows, and unfolds on a tap or for a jump', () => {
    const { form } = show()
    expect(screen.queryByRole('button', { name: /oak/ })).toBeNull()
    act(() => void addRow(form, trees))
    expect(line(/^Repetition 1 · oak$/).getAttribute('aria-expanded')).toBe('false')
    expect(screen.getAllByLabelText('Question 0')).toHaveLength(1)
    fireEvent.click(line(/oak/))
    expect(screen.getAllByLabelText('Question 0')).toHaveLength(2)
    fireEvent.click(line(/^Repetition 1$/))
    expect(screen.getAllByLabelText('Question 0')).toHaveLength(1)
    act(() => revealQuestion(form, at('0/0')))
    expect(screen.getAllByLabelText('Question 0')).toHaveLength(2)
  })

  it('does not fold while something required is missing', () => {
    const { form } = show({ required: true })
    act(() => setValue(form, at('0/1'), undefined))
    act(() => void addRow(form, trees))
    expect(screen.getAllByLabelText(/^Question 0/)).toHaveLength(2)
  })
})
