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
import { addRow, setValue } from '../form/form-actions.ts'
import { createFormStore } from '../form/form-store.ts'
import { AnswerUndo } from '../save/behind-form.tsx'
import { NormalSection } from '../sections/section-panel.tsx'
import { CopyRowAboveOffer } from './copy-last.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const at = (address: string) => address as Parameters<typeof setValue>[1]
const trees = section(0, [question(0), question(1, { tipoPregunta: QUESTION_TYPE.BOOLEAN })], { repetible: true })
const START = 'Copy from the previous one'

function show() {
  const form = numberedRows(createFormStore(templateOf([trees])))
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const capture = { ScanCode: () => null, RowStart: CopyRowAboveOffer }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files, capture }}>
          <NormalSection section={trees} />
          <AnswerUndo />
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
  it('starts like the one above it, without what judges, goes on to that, and is taken back as one', () => {
    const { form, row } = show()
    act(() => addRow(form, trees))
    fireEvent.click(screen.getByRole('button', { name: START }))
    expect(row(0)).toEqual({ respuesta: 'oak' })
    expect(form.state.getState().content.values).not.toHaveProperty('0/r0/1')
    expect(form.state.getState().reveal?.address).toBe('0/r0/1')
    expect(form.state.getState().progress[0]).toMatchObject({ answered: 3 })
    expect(starts()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(row(0)).toBeUndefined()
  })

  it('is offered it once, in the last row, while nothing is said in it', () => {
    const { form } = show()
    expect(starts()).toEqual([])
    act(() => addRow(form, trees))
    act(() => setValue(form, at('0/r0/0'), { respuesta: 'elm' }))
    expect(starts()).toEqual([])
    act(() => addRow(form, trees))
    expect(starts()).toHaveLength(1)
  })

  it('is not offered what the row above does not say', () => {
    const { form } = show()
    act(() => setValue(form, at('0/0'), undefined))
    act(() => addRow(form, trees))
    expect(starts()).toEqual([])
  })
})
