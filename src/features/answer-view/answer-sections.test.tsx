// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { getPositionRowId } from '#domain/kernel/index.ts'
import { DATA_TYPE } from '#domain/questions/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { setSessionPhase } from '#ui/index.ts'
import { AnswerSections } from './answer-sections.tsx'
import styles from './answer-view.module.css'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

/** @param nombreFila name of a row @param rows besides the main one */
function headings(nombreFila: string | undefined, rows: number): readonly (string | null)[] {
  const template = templateOf([
    section(0, [question(0)], { repetible: true, nombreFila, nombreFilaAlternativeLanguage_en: nombreFila && 'tree' }),
  ])
  const values = Object.fromEntries(Array.from({ length: rows }, (_, row) => [`0/r${row}/0`, { respuesta: `${row}` }]))
  const submit = buildPlainSubmit(1, 'x')
  const filled = {
    ...submit,
    content: { values, conditions: {}, rows: { 0: Array.from({ length: rows }, (_, at) => getPositionRowId(at)) } },
  }
  const answer = composeAnswer(template, filled, { code: 'CBA1', now: NOW, author: null })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AnswerSections answer={answer} />
      </MantineProvider>
    </I18nProvider>,
  )
  return screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
}

it('shows a stored tower of combining marks no higher than eight', () => {
  const template = templateOf([section(0, [question(0)])])
  const submit = {
    ...buildPlainSubmit(1, 'x'),
    content: { values: { '0/0': { respuesta: `a${'\u0301'.repeat(60)}` } }, conditions: {}, rows: {} },
  }
  const answer = composeAnswer(template, submit, { code: 'CBA1', now: NOW, author: null })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AnswerSections answer={answer} />
      </MantineProvider>
    </I18nProvider>,
  )
  expect(screen.getByText(/^a/).textContent).toBe(`a${'\u0301'.repeat(8)}`)
})

describe('the rows of an answer that is read', () => {
  it('are called as on the form, the first one too', () => {
    expect(headings('árbol', 2)).toEqual(['Tree 1', 'Tree 2', 'Tree 3'])
  })

  it('are repetitions where the section does not say what they are', () => {
    expect(headings(undefined, 2)).toEqual(['Repetition 2', 'Repetition 3'])
  })

  it('look alike, the first one too', () => {
    headings('árbol', 2)
    const rows = screen.getAllByRole('heading', { level: 3 }).map(({ parentElement }) => parentElement?.className)
    expect(new Set(rows)).toEqual(new Set([styles['row']]))
  })

  it('have no number where there is one only', () => {
    expect(headings('árbol', 0)).toEqual([])
  })
})

it('a place has its map on request, where it has a point and an account may ask for it', () => {
  const template = templateOf([section(0, [question(0, { esUbicacion: true })], { repetible: true })])
  const values = { '0/0': { respuesta: 'Plaza' }, '0/r0/0': { respuesta: 'Rondeau 450 (-31.414200, -64.189300)' } }
  const filled = {
    ...buildPlainSubmit(1, 'x'),
    content: { values, conditions: {}, rows: { 0: [getPositionRowId(0)] } },
  }
  // A citizen has a session of another kind.
  setSessionPhase({ kind: 'unauthenticated' })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AnswerSections answer={composeAnswer(template, filled, { code: 'CBA1', now: NOW, author: null })} />
      </MantineProvider>
    </I18nProvider>,
  )
  screen.getByText('Rondeau 450 (-31.414200, -64.189300)')
  expect(screen.queryByRole('button', { name: 'On the map' })).toBeNull()
  act(() => setSessionPhase({ kind: 'authenticated', profile: AUTHOR_PROFILE }))
  expect(screen.getByRole('button', { name: 'On the map' }).getAttribute('aria-expanded')).toBe('false')
})

describe('only what was answered', () => {
  const text = (orden: number, titulo: string) => question(orden, { titulo })
  const heading = (orden: number, titulo: string) => question(orden, { titulo, tipoDato: DATA_TYPE.TITLE })
  const template = templateOf([
    section(0, [heading(0, 'Front'), text(1, 'Sign'), text(2, 'Door'), heading(3, 'Back'), text(4, 'Yard')]),
    section(1, [text(0, 'Kind of tree')], { repetible: true }),
    section(2, [text(0, 'Remarks')]),
  ])
  const given = { '0/1': { respuesta: 'blue' }, '1/r1/0': { respuesta: 'oak' } }

  function read(isOn: boolean, values: object, set = vi.fn()) {
    const submit = buildPlainSubmit(1, 'x')
    const content = {
      values: values as typeof given,
      conditions: {},
      rows: { 1: [getPositionRowId(0), getPositionRowId(1)] },
    }
    const answer = composeAnswer(template, { ...submit, content }, { code: 'CBA1', now: NOW, author: null })
    const { container } = render(
      <I18nProvider i18n={i18n}>
        <MantineProvider env="test">
          <AnswerSections answer={answer} only={{ isOn, set }} />
        </MantineProvider>
      </I18nProvider>,
    )
    const shown = ['Front', 'Sign', 'Door', 'Back', 'Yard', 'Kind of tree', 'Remarks', 'Repetition 2', 'Repetition 3']
    return { set, shown: shown.filter((one) => container.textContent?.includes(one)) }
  }

  it('hides questions, rows, headings and sections that are empty', () => {
    expect(read(true, given).shown).toEqual(['Front', 'Sign', 'Kind of tree', 'Repetition 3'])
  })

  it('is chosen by a button that says whether it is', () => {
    const { set, shown } = read(false, given)
    expect(shown).toHaveLength(9)
    const button = screen.getByRole('button', { name: 'Show only answered questions' })
    expect(button.getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(button)
    expect(set).toHaveBeenCalledWith(true)
  })

  it('says so where nothing was', () => {
    expect(read(true, {}).shown).toEqual([])
    screen.getByText('No questions were answered.')
  })
})
