// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { there } from '#tests/support/there.ts'
import { editorOf, showEditor } from '#tests/support/screens/editor-of.tsx'
import { SectionList } from '../sections/section-list.tsx'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
afterEach(cleanup)

it('a kind has the same icon on its button, in the menu and where it is added, and no other kind has it', async () => {
  showEditor(editorOf([section(0, [question(0, { esUbicacion: true })])]), <SectionList />)
  const opener = screen.getByRole('button', { name: 'Question type: Location' })
  const iconOf = (element: Element) => /tabler-icon-[\w-]+/.exec(element.querySelector('svg')?.outerHTML ?? '')?.[0]
  expect(iconOf(opener)).toBe('tabler-icon-map-pin')
  expect(iconOf(screen.getByRole('button', { name: 'Location: add to Section 0' }))).toBe('tabler-icon-map-pin')
  fireEvent.click(opener)
  await screen.findByRole('menu')
  const icons = screen.getAllByRole('menuitemradio').map((item) => iconOf(there(item.querySelector('.r-line') ?? item)))
  expect(icons).toContain('tabler-icon-map-pin')
  expect([icons.includes(undefined), new Set(icons).size]).toEqual([false, icons.length])
})

it('the menu of a question names the kinds in groups, and marks its own', async () => {
  showEditor(editorOf([section(0, [question(0, { esUbicacion: true })])]), <SectionList />)
  fireEvent.click(screen.getByRole('button', { name: 'Question type: Location' }))
  await screen.findByRole('menu')
  const kinds = (group: string) =>
    within(screen.getByRole('group', { name: group }))
      .getAllByRole('menuitemradio')
      .map(({ textContent }) => textContent)
  expect(kinds('To fill in')).toEqual([
    'Text',
    'Whole number',
    'Decimal number',
    'Date',
    'Time',
    'Photo',
    'Document',
    'Location',
  ])
  expect(kinds('To choose')).toEqual(['Single choice', 'Multiple choice', 'Yes or no'])
  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Location')
})

it('a question of a common kind is added in one step, a document and a location too', () => {
  const editor = editorOf([section(0, [])])
  showEditor(editor, <SectionList />)
  fireEvent.click(screen.getByRole('button', { name: 'Document: add to Section 0' }))
  fireEvent.click(screen.getByRole('button', { name: 'Location: add to Section 0' }))
  expect(editor.form().secciones[0]?.preguntas).toMatchObject([{ adjuntarDocumento: true }, { esUbicacion: true }])
  for (const name of ['Question type: Document', 'Question type: Location']) screen.getByRole('button', { name })
})
