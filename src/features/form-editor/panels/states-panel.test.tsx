// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { computeEditingLocks, updateForm } from '#domain/templates/index.ts'
import { field, prepare, showPanels, type, type Shown } from '#tests/support/screens/show-panels.tsx'
import { applyEdit, setEditOwner } from '../store/editor-store.ts'

beforeEach(prepare)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const THREE = {
  disponibles: [
    { id: 0, nombre: 'Pending', transiciones: [1, 2] },
    { id: 1, nombre: 'Approved', transiciones: [2] },
    { id: 2, nombre: 'Closed', transiciones: [0, 1] },
  ],
  inicial: 0,
}
const click = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const states = ({ draft }: Shown) =>
  draft().estados.disponibles.map(({ id, nombre, transiciones }) => ({ id, nombre, transiciones }))
const initial = (name: string): HTMLInputElement =>
  screen.getByRole<HTMLInputElement>('radio', { name: `${name} is the initial state` })
const card = (name: string): HTMLElement => screen.getByRole('listitem', { name })
const follows = (from: string): readonly string[] =>
  within(card(from))
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter((box) => box.checked)
    .map((box) => box.closest('label')?.textContent ?? '')

describe('adding a state', () => {
  it('makes the first one the initial one, not the second, and puts the cursor into its name', () => {
    const shown = showPanels({ estados: { disponibles: [] } })
    expect(screen.getByText('This form has no states yet.')).toBeTruthy()
    click('Add state')
    expect(document.activeElement).toBe(field('Name of state 1'))
    type('Name of state 1', 'Pending')
    click('Add state')
    type('Name of state 2', 'Approved')
    expect(initial('Pending').checked).toBe(true)
    expect(initial('Approved').checked).toBe(false)
    expect(shown.draft().estados.inicial).toBe(0)
  })
})

describe('the order and the colours of states', () => {
  it('is changed while there are no answers; ways and the initial state go with their states', () => {
    const shown = showPanels({ estados: THREE })
    expect(screen.getByRole('button', { name: 'Move Pending up' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Move Closed down' })).toHaveProperty('disabled', true)
    click('Move Pending down')
    expect(states(shown)).toEqual([
      { id: 0, nombre: 'Approved', transiciones: [2] },
      { id: 1, nombre: 'Pending', transiciones: [0, 2] },
      { id: 2, nombre: 'Closed', transiciones: [0, 1] },
    ])
    expect(shown.draft().estados.inicial).toBe(1)
    click('Move Pending up')
    expect(states(shown).map(({ nombre }) => nombre)).toEqual(['Pending', 'Approved', 'Closed'])
  })

  it('stays once there are answers, while colours can still be chosen', () => {
    const shown = showPanels({ estados: THREE }, { locks: computeEditingLocks({ answers: 1, editableForm: true }) })
    for (const move of ['Move Pending down', 'Move Closed up'])
      expect(screen.getByRole('button', { name: move })).toHaveProperty('disabled', true)
    const colours = within(screen.getByRole('group', { name: 'Colour of Approved' }))
    expect(colours.getByRole<HTMLInputElement>('radio', { name: 'Orange' }).checked).toBe(true)
    fireEvent.click(colours.getByRole('radio', { name: 'Green' }))
    expect(shown.draft().estados.disponibles.map(({ color }) => color)).toEqual([undefined, 2, undefined])
  })
})

describe('deleting a state', () => {
  it('renumbers the others and takes it out of their transitions', () => {
    const shown = showPanels({ estados: THREE })
    click('Delete the state Approved')
    expect(document.activeElement).toBe(card('Closed'))
    expect(shown.store.state.getState().removed).toEqual({ what: 'state', name: 'Approved' })
    expect(screen.queryByDisplayValue('Approved')).toBeNull()
    expect(field('Name of state 2').value).toBe('Closed')
    expect(follows('Pending')).toEqual(['Closed'])
    expect(states(shown)).toEqual([
      { id: 0, nombre: 'Pending', transiciones: [1] },
      { id: 1, nombre: 'Closed', transiciones: [0] },
    ])
  })

  it('that was the initial one makes the first that remains the initial one; undo brings it back', () => {
    const shown = showPanels({ estados: THREE })
    click('Delete the state Pending')
    expect(initial('Approved').checked).toBe(true)
    expect(shown.draft().estados.inicial).toBe(0)
    shown.undo()
    expect(initial('Pending').checked).toBe(true)
    expect(follows('Closed')).toEqual(['Pending', 'Approved'])
  })

  it('and the last one leaves a form without states', () => {
    const shown = showPanels({ estados: { disponibles: [{ id: 0, nombre: 'Pending', transiciones: [] }], inicial: 0 } })
    click('Delete the state Pending')
    expect(screen.getByText('This form has no states yet.')).toBeTruthy()
    expect(shown.draft().estados).toMatchObject({ disponibles: [], inicial: null })
  })
})

describe('a state', () => {
  it('can go to every other state, never to itself', () => {
    const shown = showPanels({ estados: THREE })
    expect(
      within(card('Approved'))
        .getAllByRole('checkbox')
        .map((box) => box.closest('label')?.textContent),
    ).toEqual(['Pending', 'Closed'])
    fireEvent.click(within(card('Approved')).getByLabelText('Pending'))
    expect(states(shown)[1]?.transiciones).toEqual([0, 2])
  })

  it('can be made the initial one', () => {
    const shown = showPanels({ estados: THREE })
    fireEvent.click(initial('Closed'))
    expect(shown.draft().estados.inicial).toBe(2)
    expect(initial('Pending').checked).toBe(false)
  })

  it('whose name is taken says so while it is typed; one without a name only after an attempt to save', () => {
    showPanels({ estados: THREE })
    type('Name of state 2', ' Pending ')
    expect(screen.getByText('The state already exists.')).toBeTruthy()
    expect(field('Name of state 2').getAttribute('aria-invalid')).toBe('true')
    type('Name of state 2', '')
    expect(screen.queryByText('The field cannot be empty.')).toBeNull()
    cleanup()
    showPanels({ estados: { ...THREE, disponibles: [{ id: 0, nombre: ' ', transiciones: [] }] } }, { marked: true })
    expect(screen.getByText('The field cannot be empty.')).toBeTruthy()
  })

  it('loses the blanks around its name when it is left', () => {
    const shown = showPanels({ estados: THREE })
    type('Name of state 1', '  Open  ')
    fireEvent.blur(field('Name of state 1'))
    expect(states(shown)[0]?.nombre).toBe('Open')
  })
})

describe('a form with answers', () => {
  it('neither gains nor loses states, nor changes the initial one; names and transitions stay open', () => {
    showPanels({ estados: THREE }, { locks: computeEditingLocks({ answers: 1, editableForm: true }) })
    for (const name of ['Add state', 'Delete the state Pending'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
    expect(initial('Closed').disabled).toBe(true)
    expect(field('Name of state 1').disabled).toBe(false)
    expect(screen.getByText(/This form has answers. You cannot add, delete or reorder states/)).toBeTruthy()
  })

  it('that another window edits says nothing of answers', () => {
    const { store, draft } = showPanels(
      { estados: THREE },
      { locks: computeEditingLocks({ answers: 1, editableForm: false }) },
    )
    act(() => setEditOwner(store, 'elsewhere'))
    expect(screen.queryByText(/This form has answers/)).toBeNull()
    // Other inputs do not change it either, because they would overwrite the other window's work.
    const before = draft()
    expect(applyEdit(store, 'title', (form) => updateForm(form, { titulo: 'Here' }))).toBe(false)
    expect(draft()).toEqual(before)
  })

  it('is closed altogether without the option to edit', () => {
    showPanels({ estados: THREE }, { locks: computeEditingLocks({ answers: 1, editableForm: false }) })
    expect(field('Name of state 1').disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add state' }).disabled).toBe(true)
  })
})
