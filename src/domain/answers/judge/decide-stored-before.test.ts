import { beforeEach, describe, expect, it } from 'vitest'
import { buildAnsweredDesk, change, correct, edit, nothing, storedOn, submit } from '#tests/support/builders/changes.ts'
import type { Desk } from '#tests/support/builders/desk.ts'
import { problemOf, push } from '#tests/support/builders/judged.ts'
import { there } from '#tests/support/there.ts'
import { keys } from '../../store/index.ts'
import type { Mutation } from '../../sync/mutation.ts'

/** Changes of answers that were stored before a rule existed, or that a restored backup restored. */

let desk: Desk
beforeEach(() => {
  desk = buildAnsweredDesk()
})
const send = (mutation: Mutation) => push(desk, mutation)
const stored = () => storedOn(desk)
const name = () => stored().secciones[0]?.preguntas[0]?.respuesta

describe('a text with a tower of marks, stored before towers were limited', () => {
  const tower = `Bar${'\u0301'.repeat(40)}`
  /** As the server receives the text. */
  const limited = `Bar${'\u0301'.repeat(8)}`
  const place = { latlng: { latitude: -31.4, longitude: -64.2 }, _source: '' }
  beforeEach(() => {
    const [section, ...others] = stored().secciones
    const [question, ...more] = there(section).preguntas
    const preguntas = [{ ...there(question), respuesta: tower }, ...more]
    const ubicacion = { ...place, direccion: tower }
    const secciones = [{ ...there(section), preguntas }, ...others]
    desk.put(keys.answer(submit.answer), { ...stored(), secciones, ubicacion } as never)
  })

  it('stays as it is when another question is corrected', () => {
    const correction = edit('0/1', { respuesta: '4' }, { respuesta: '5' })
    expect(send(correct(correction))).toMatchObject({ status: 'applied' })
    expect(name()).toBe(tower)
  })

  it.each([
    ['another text', { respuesta: 'Bar Central' }, 'Bar Central'],
    ['the text without the tower', { respuesta: limited }, limited],
  ])('is replaced by %s, without a conflict', (_, value, text) => {
    expect(send(correct(edit('0/0', { respuesta: limited }, value)))).toMatchObject({ status: 'applied' })
    expect(name()).toBe(text)
    expect(stored().conflicts).toEqual([])
  })

  it('is replaced in an address', () => {
    const seen = { ...place, direccion: limited }
    const location = { seen, value: { ...seen, direccion: 'Belgrano 100' } }
    expect(send(correct({ ...nothing, location }))).toMatchObject({ status: 'applied' })
    expect(stored().ubicacion?.direccion).toBe('Belgrano 100')
  })

  it('is still in conflict with a change that its author did not see', () => {
    send(correct(edit('0/0', { respuesta: limited }, { respuesta: 'Bar Central' })))
    expect(send(correct(edit('0/0', { respuesta: limited }, { respuesta: 'Bar Sur' }), 'tomas'))).toMatchObject({
      status: 'merged',
      conflicts: 1,
    })
  })
})

describe('a change of a version whose number was given again after a restored backup', () => {
  const elsewhen = '2026-01-01T00:00:00.000Z'

  it('deletes nothing that its author did not see', () => {
    const wish = (baseAt: string) => send(change('answer.delete', { baseAt }))
    expect(problemOf(wish(elsewhen))).toBe('answer.version-conflict')
    expect(wish(stored().lastUpdate)).toMatchObject({ status: 'applied' })
  })

  it('is judged like a change of an earlier version: what it leaves missing is a conflict, not refused', () => {
    const correction = edit('0/0', { respuesta: 'Bar El Puente' }, null)
    expect(problemOf(send(correct(correction)))).toBe('answer.incomplete')
    const resolves: readonly never[] = []
    expect(send(change('answer.correct', { correction, resolves, baseAt: elsewhen }))).toMatchObject({
      status: 'merged',
      conflicts: 1,
    })
    expect(name()).toBe('Bar El Puente')
  })
})
