import { expect, it } from 'vitest'
import { assignStateShortcuts } from './answer-steps.tsx'

const named = (...names: readonly string[]) => names.map((nombre, id) => ({ id, nombre }))

it('each state has a key of its name that is free, never one by which answers are turned', () => {
  const states = named('Pendiente', 'Aprobado', 'Archivado', 'Ámbar', 'Juk', '2ª', 'Pendiente de pago')
  expect([...assignStateShortcuts(states).values()]).toEqual(['p', 'a', 'r', 'm', 'b', 'c', 'e'])
  const many = [...assignStateShortcuts(named(...Array.from({ length: 40 }, () => 'x'))).values()]
  expect(many).toHaveLength(32)
  expect(new Set(many).size).toBe(32)
  expect(many.some((letter) => 'jku'.includes(letter))).toBe(false)
})

it('keeps the key of a state that an answer of another version adds one to', () => {
  const states = named('Pendiente', 'Aprobado')
  expect(assignStateShortcuts([...states, { id: 1, nombre: 'Visado' }, { id: 2, nombre: 'Anulado' }])).toEqual(
    new Map([
      [0, 'p'],
      [1, 'a'],
      [2, 'n'],
    ]),
  )
})
