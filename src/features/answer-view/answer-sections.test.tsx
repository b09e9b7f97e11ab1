// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { AnswerSections } from './answer-sections.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

/** @param nombreFila what a row is @param rows beyond the main one */
function headings(nombreFila: string | undefined, rows: number): readonly (string | null)[] {
  const template = templateOf([
    section(0, [question(0)], { repetible: true, nombreFila, nombreFilaAlternativeLanguage_en: nombreFila && 'tree' }),
  ])
  const values = Object.fromEntries(Array.from({ length: rows }, (_, row) => [`0/r${row}/0`, { respuesta: `${row}` }]))
  const submit = buildPlainSubmit(1, 'x')
  const filled = { ...submit, content: { values, conditions: {}, rows: { 0: rows } } }
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

describe('the rows of an answer that is read', () => {
  it('are called as on the form, the first one too', () => {
    expect(headings('árbol', 2)).toEqual(['Tree 1', 'Tree 2', 'Tree 3'])
  })

  it('are repetitions where the section does not say what they are', () => {
    expect(headings(undefined, 2)).toEqual(['Repetition 2', 'Repetition 3'])
  })

  it('have no number where there is one only', () => {
    expect(headings('árbol', 0)).toEqual([])
  })
})
