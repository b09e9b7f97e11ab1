import { describe, expect, it } from 'vitest'
import { buildAnsweredDesk, change, correct, edit, nothing, rename, storedOn } from '#tests/support/builders/changes.ts'
import { push } from '#tests/support/builders/judged.ts'
import { there } from '#tests/support/there.ts'
import { decomposeAnswer } from '../answering/index.ts'
import { getCurrentValueAtConflict, acceptProposedChange } from './decide-conflict.ts'
import { toConflictResolution } from './conflict-place.ts'

const place = (seen: string | null, value: string) => ({
  ...nothing,
  location: { seen: seen === null ? null : { direccion: seen }, value: { direccion: value } },
})

describe('a decision about a conflict', () => {
  it.each([
    ['value', rename('Bar El Puente', 'Bar Uno'), rename('Bar El Puente', 'Bar Dos', 'tomas')],
    ['location', correct(place(null, 'Belgrano 1')), correct(place(null, 'Belgrano 2'), 'tomas')],
  ] as const)('takes what came second over what stands there, and is closed: %s', (kind, first, second) => {
    const desk = buildAnsweredDesk()
    push(desk, first)
    expect(push(desk, second)).toMatchObject({ status: 'merged', conflicts: 1 })
    const before = storedOn(desk)
    const conflict = there(before.conflicts[0])
    if (conflict.kind === 'state' || conflict.kind === 'rows' || conflict.kind !== kind) throw new Error(conflict.kind)
    expect(getCurrentValueAtConflict(before, conflict)).toEqual(conflict.current)
    const correction = acceptProposedChange(decomposeAnswer(before), before, conflict)
    const decision = correct(correction, 'sofia', [toConflictResolution(conflict)])
    expect(push(desk, { ...decision, base: before.version } as never)).toMatchObject({ status: 'applied' })
    const after = storedOn(desk)
    expect(getCurrentValueAtConflict(after, conflict)).toEqual(conflict.proposed)
    expect(after.conflicts).toMatchObject([{ resolved: { by: { email: 'sofia@relevo.example' } } }])
  })

  it('sees what is there now, and not what was there when the two met', () => {
    const desk = buildAnsweredDesk()
    push(desk, rename('Bar El Puente', 'Bar Uno'))
    push(desk, rename('Bar El Puente', 'Bar Dos', 'tomas'))
    push(desk, correct(edit('0/0', { respuesta: 'Bar Uno' }, { respuesta: 'Bar Tres' })))
    const conflict = there(storedOn(desk).conflicts[0])
    expect([conflict.current, getCurrentValueAtConflict(storedOn(desk), conflict)]).toEqual([
      { respuesta: 'Bar Uno' },
      { respuesta: 'Bar Tres' },
    ])
  })

  it('about conditions and rows changes nothing else', () => {
    const answer = storedOn(buildAnsweredDesk())
    const take = (conflict: object) => acceptProposedChange(decomposeAnswer(answer), answer, conflict as never)
    const exit = { 0: { respuesta: 'Salida de emergencia' } }
    expect(take({ kind: 'row', section: 1, row: '0', seen: {}, current: exit, proposed: null })).toEqual({
      ...nothing,
      rows: [{ section: 1, row: '0', seen: exit }],
    })
    const yard = { 0: { respuesta: 'Patio' } }
    expect(take({ kind: 'row', section: 1, row: '7', seen: {}, current: null, proposed: yard })).toEqual({
      ...nothing,
      rows: [{ section: 1, row: '7', added: true }],
      values: [{ at: '1/r7/0', seen: null, value: { respuesta: 'Patio' } }],
    })
    expect(take({ kind: 'condition', section: 2, condition: 0, proposed: false })).toEqual({
      ...nothing,
      conditions: [{ section: 2, condition: 0, seen: true, checked: false }],
    })
  })

  it('knows the state', () => {
    const desk = buildAnsweredDesk()
    push(desk, change('answer.changeState', { from: 0, to: 1 }))
    const conflict = { kind: 'state', seen: 0, current: 0, proposed: 2 } as never
    expect(getCurrentValueAtConflict(storedOn(desk), conflict)).toBe(1)
  })
})
