import { expect, it } from 'vitest'
import { buildAnsweredDesk, storedOn } from '#tests/support/builders/changes.ts'
import { extractAnswerFacts } from '../statistics/facts.ts'
import { buildAnswerSearchFields } from './filter.ts'
import { isStateChangeRepairable, listStatesToDecide } from './states-that-lead-on.ts'
import { toListedAnswer } from './summarise-answer.ts'

/** Names of states, each with its next states; the first is the initial one. */
const waiting = (flow: Readonly<Record<string, readonly string[]>>): readonly string[] => {
  const names = Object.keys(flow)
  const disponibles = Object.entries(flow).map(([nombre, next], id) => ({
    id,
    nombre,
    transiciones: next.map((one) => names.indexOf(one)),
  }))
  return listStatesToDecide({ disponibles, inicial: 0 }).map(({ nombre }) => nombre)
}

it.each([
  ['has no way out', { Recibido: ['Resuelto'], Resuelto: [] }, ['Recibido']],
  [
    'only opens again what it ended',
    { Recibido: ['En curso', 'Descartado'], 'En curso': ['Resuelto'], Resuelto: ['En curso'], Descartado: [] },
    ['Recibido', 'En curso'],
  ],
  ['opens again from the start', { Recibido: ['Resuelto'], Resuelto: ['Recibido'] }, ['Recibido']],
])('a state that %s counts as solved and waits for nothing', (_, flow, expected) =>
  expect(waiting(flow)).toEqual(expected),
)

it('waits in each state that leads on, be it to one as near to the beginning', () => {
  const flow = {
    Pendiente: ['Observado', 'Clausurado'],
    Observado: ['Aprobado'],
    Clausurado: ['Observado'],
    Aprobado: [],
  }
  expect(waiting(flow)).toEqual(['Pendiente', 'Observado', 'Clausurado'])
})

const stored = storedOn(buildAnsweredDesk())

it('is what lists are narrowed by, and what statistics count', () => {
  const disponibles = [
    { id: 0, nombre: 'Recibido', transiciones: [1] },
    { id: 1, nombre: 'Resuelto', transiciones: [0] },
  ]
  const waits = [0, 1].map((actual) => {
    const answer = { ...stored, estados: { disponibles, inicial: 0, history: [], actual }, conflicts: [] }
    return [buildAnswerSearchFields(toListedAnswer(answer)).waits, extractAnswerFacts(answer).waits]
  })
  expect(waits).toEqual([
    [true, true],
    [false, false],
  ])
})

it.each([
  ['to a final state', [[1], []], false],
  ['to the next state of a row', [[1], [2], []], true],
  ['that the next one takes back', [[1], [2], [0]], true],
  ['that still allows the other choice', [[1, 2], [2], []], true],
  ['that excludes the other choice', [[1, 2], [3], [], []], false],
])('a change %s can be repaired: %s', (_, flow, expected) => {
  const states = flow.map((transiciones, id) => ({ id, nombre: `Estado ${id}`, transiciones }))
  expect(isStateChangeRepairable(states, 0, 1)).toBe(expected)
})
