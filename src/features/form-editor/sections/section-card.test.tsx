// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { undoStep } from '../store/editor-store.ts'
import { editorOf, showEditor, type TestEditor } from '#tests/support/screens/editor-of.tsx'
import { SectionList } from './section-list.tsx'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
afterEach(cleanup)

function show(editor: TestEditor): TestEditor {
  showEditor(editor, <SectionList />)
  return editor
}

const region = (name: string): HTMLElement => screen.getByRole('region', { name })
const openSettings = (name: string): void =>
  void fireEvent.click(within(region(name)).getByRole('button', { name: /Section settings/ }))

describe('the type of a section', () => {
  it('changes at once while nothing is in it', () => {
    const editor = show(editorOf([section(0, [])]))
    openSettings('Section 0')
    fireEvent.click(screen.getByLabelText('Conditional'))
    expect(editor.form().secciones[0]?.conditionalSection).toBe(true)
    expect(screen.getByLabelText('Conditional question')).toBeTruthy()
  })

  it('asks before it wipes questions; refused, everything stays; undone, they are back', async () => {
    const editor = show(editorOf([section(0, [question(0)])]))
    const before = editor.form()
    openSettings('Section 0')
    fireEvent.click(screen.getByLabelText('Conditional'))
    expect(editor.form()).toBe(before)
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(editor.form()).toBe(before)
    fireEvent.click(screen.getByLabelText('Conditional'))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change and delete' }))
    expect(editor.form().secciones[0]).toMatchObject({ conditionalSection: true, preguntas: [], conditions: [] })
    act(() => undoStep(editor))
    expect(editor.form()).toBe(before)
  })
})

describe('a section', () => {
  it('begins neither conditional nor repeatable', () => {
    const editor = show(editorOf())
    fireEvent.click(screen.getByRole('button', { name: 'Add section' }))
    expect(editor.form().secciones).toMatchObject([{ conditionalSection: false, repetible: false, preguntas: [] }])
    expect(screen.getByLabelText('Title of section 1')).toBe(document.activeElement)
  })

  it('shows the settings of a new section with the first press', () => {
    show(editorOf())
    fireEvent.click(screen.getByRole('button', { name: 'Add section' }))
    fireEvent.change(screen.getByLabelText('Title of section 1'), { target: { value: 'Yard' } })
    openSettings('Yard')
    expect(screen.getByRole('switch', { name: 'Repeatable' })).toBeTruthy()
  })

  it('holds its switches and texts', () => {
    const editor = show(editorOf([section(0, [])]))
    openSettings('Section 0')
    fireEvent.click(screen.getByRole('switch', { name: 'Repeatable' }))
    fireEvent.change(screen.getByLabelText('Description of the section'), { target: { value: 'About' } })
    expect(editor.form().secciones[0]).toMatchObject({ repetible: true, descripcion: 'About' })
    fireEvent.click(screen.getByLabelText('Conditional'))
    // A conditional section has no rows.
    expect(screen.queryByRole('switch', { name: 'Repeatable' })).toBeNull()
    fireEvent.click(screen.getByRole('switch', { name: 'Single condition' }))
    fireEvent.click(screen.getByRole('switch', { name: 'Condition required' }))
    fireEvent.click(screen.getByRole('button', { name: 'Add condition' }))
    expect(editor.form().secciones[0]).toMatchObject({
      repetible: false,
      conditionalSectionSingle: true,
      required: true,
      conditions: [{ condition: '' }],
    })
  })

  it('that is conditional says what shows its questions', () => {
    show(editorOf([section(0, [], { conditionalSection: true, conditions: [condition(0, [question(0)])] })]))
    expect(screen.getByText(/its questions are shown only while it is checked/)).toBeTruthy()
    expect(screen.getByText('Shown when “Condition 0” is checked:')).toBeTruthy()
  })

  it('says what its rows are while it repeats, and nothing once that is emptied', () => {
    const editor = show(editorOf([section(0, [])]))
    openSettings('Section 0')
    expect(screen.queryByLabelText(/Name of each repetition/)).toBeNull()
    fireEvent.click(screen.getByRole('switch', { name: 'Repeatable' }))
    fireEvent.change(screen.getByLabelText(/Name of each repetition/), { target: { value: 'tree' } })
    expect(editor.form().secciones[0]).toMatchObject({ repetible: true, nombreFila: 'tree' })
    openSettings('Section 0')
    expect(within(region('Section 0')).getByText('Repeatable: tree')).toBeTruthy()
    openSettings('Section 0')
    fireEvent.change(screen.getByLabelText(/Name of each repetition/), { target: { value: '' } })
    expect(editor.form().secciones[0]).not.toHaveProperty('nombreFila')
  })

  it('folded draws nothing of what is in it, and says how much that is', () => {
    show(editorOf([section(0, [question(0), question(1)])]))
    fireEvent.click(screen.getByRole('button', { name: 'Content of: Section 0' }))
    expect(screen.queryByRole('group', { name: 'Question 0' })).toBeNull()
    expect(screen.getByText('2 questions')).toBeTruthy()
  })

  it('is duplicated and deleted from its menu', async () => {
    const editor = show(editorOf([section(0, [question(0)])]))
    const menu = async (item: string): Promise<void> => {
      const button = screen.getAllByRole('button', { name: 'More actions: Section 0' }).at(-1)
      if (button === undefined) throw new Error('The section has no menu')
      fireEvent.click(button)
      fireEvent.click(await screen.findByRole('menuitem', { name: item }))
    }
    await menu('Duplicate')
    expect(editor.order()).toEqual([['Question 0'], ['Question 0']])
    expect(new Set(editor.form().secciones.map(({ key }) => key)).size).toBe(2)
    await menu('Delete')
    expect(editor.order()).toEqual([['Question 0']])
    expect(editor.state.getState().removed).toEqual({ what: 'section', name: 'Section 0' })
  })
})
