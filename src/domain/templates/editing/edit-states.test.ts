import { describe, expect, it } from 'vitest'
import { type EditorForm, toTemplateDraft } from '../index.ts'
import * as edit from '../index.ts'

describe('states', () => {
  const three = ['Pending', 'Checked', 'Closed'].reduce(
    (form, name, index) => edit.addState(form, `s${index}`, name),
    edit.createEmptyForm(),
  )
  const linked = edit.setTransitions(edit.setTransitions(three, 's0', ['s2', 's1', 's0', 'nowhere']), 's2', ['s0'])

  it('the first that is added is the initial one', () => {
    expect(edit.addState(edit.createEmptyForm(), 'a', 'A').estados.inicial).toBe('a')
    expect(three.estados.inicial).toBe('s0')
  })

  it('go to others only, in the order of the states', () => {
    expect(toTemplateDraft(linked).estados.disponibles.map(({ transiciones }) => transiciones)).toEqual([
      [1, 2],
      [2],
      [0],
    ])
  })

  it('come in a line as they are added; where someone has set a way, it stays', () => {
    const ways = (form: EditorForm) => toTemplateDraft(form).estados.disponibles.map(({ transiciones }) => transiciones)
    expect(ways(three)).toEqual([[1], [2], []])
    expect(ways(edit.addState(linked, 's3', 'Late'))).toEqual([[1, 2], [2], [0], []])
    const states = three.estados.disponibles.map((state, storedAs) => ({ ...state, storedAs }))
    const stored = { ...three, estados: { ...three.estados, disponibles: states } }
    expect(ways(edit.addState(stored, 's3', 'Annulled'))).toEqual([[1], [2], [], []])
  })

  it('are moved with their ways, and renumbered', () => {
    const moved = edit.moveState(linked, 's2', 0)
    const { estados } = toTemplateDraft(moved)
    expect(estados.disponibles).toEqual([
      { id: 0, nombre: 'Closed', transiciones: [1] },
      { id: 1, nombre: 'Pending', transiciones: [0, 2] },
      { id: 2, nombre: 'Checked', transiciones: [0] },
    ])
    expect([estados.inicial, moved.restructured]).toEqual([1, true])
    expect(edit.moveState(linked, 's0', -1)).toBe(linked)
    expect(edit.moveState(linked, 'nowhere', 1)).toBe(linked)
  })

  it('are renumbered when one is deleted, which leaves every transition', () => {
    const { estados } = toTemplateDraft(edit.removeState(linked, 's1'))
    expect(estados.disponibles).toEqual([
      { id: 0, nombre: 'Pending', transiciones: [1] },
      { id: 1, nombre: 'Closed', transiciones: [0] },
    ])
    expect(estados.inicial).toBe(0)
  })

  it('choose the first that remains when the initial one is deleted, and none when all are', () => {
    const without = edit.removeState(linked, 's0')
    expect([without.estados.inicial, toTemplateDraft(without).estados.inicial]).toEqual(['s1', 0])
    expect(edit.removeState(edit.removeState(without, 's1'), 's2').estados.inicial).toBeNull()
  })

  it('are distinguished by names while they are typed', () => {
    expect(edit.findStateNameProblem('  ', [])).toBe('state.name-required')
    expect(edit.findStateNameProblem('Open ', ['Open'])).toBe('state.name-taken')
    expect(edit.findStateNameProblem('open', ['Open'])).toBeNull()
  })
})
