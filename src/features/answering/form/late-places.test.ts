import { describe, expect, it } from 'vitest'
import { type Address, getPositionRowId, type Sha256 } from '#domain/kernel/index.ts'
import type { QuestionValue } from '#domain/answers/index.ts'
import { numberedRows } from '#tests/support/builders/numbered-rows.ts'
import { condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { addRow, trackLateValue, removeRow, setCondition, setValue } from './form-actions.ts'
import { createFormStore } from './form-store.ts'

const at = (address: string): Address => address as Address
const photo: QuestionValue = { imagen: 'f'.repeat(64) as Sha256 }
const typed: QuestionValue = { respuesta: 'typed' }

function rowsOfThree() {
  const form = numberedRows(
    createFormStore(templateOf([section(0, [question(0, { adjuntar: true })], { repetible: true })])),
  )
  const [repeated] = form.template.secciones
  if (repeated === undefined) throw new Error('The form has a section')
  for (const _ of [0, 1, 2]) addRow(form, repeated)
  return { form, repeated, content: () => form.state.getState().content, undo: () => form.state.getState().undo }
}

describe('a photo that is still on its way', () => {
  it('follows its row when one above it is removed, and when that one comes back', () => {
    const { form, repeated, content, undo } = rowsOfThree()
    const [second, third] = [trackLateValue(form, at('0/r1/0')), trackLateValue(form, at('0/r2/0'))]
    removeRow(form, repeated, getPositionRowId(0))
    second.put(photo)
    expect(content().values).toEqual({ '0/r1/0': photo })
    undo()?.run()
    third.put(photo)
    expect(content().values).toEqual({ '0/r1/0': photo, '0/r2/0': photo })
  })

  it('is not put into another row when its own is removed, and comes back with it', () => {
    const { form, repeated, content, undo } = rowsOfThree()
    setValue(form, at('0/r2/0'), typed)
    const place = trackLateValue(form, at('0/r1/0'))
    removeRow(form, repeated, getPositionRowId(1))
    expect(undo()?.what).toMatchObject({ kind: 'row', answers: 1 })
    place.put(photo)
    expect(content().values).toEqual({ '0/r2/0': typed })
    undo()?.run()
    expect(content().values).toEqual({ '0/r1/0': photo, '0/r2/0': typed })
  })

  it('arrives in its row when that has been brought back before', () => {
    const { form, repeated, content, undo } = rowsOfThree()
    const place = trackLateValue(form, at('0/r1/0'))
    removeRow(form, repeated, getPositionRowId(1))
    undo()?.run()
    place.put(photo)
    expect(content().values).toEqual({ '0/r1/0': photo })
  })

  it('goes with a condition that is unchecked, beside what was typed, and comes back with it', () => {
    const conditional = section(0, [], {
      conditionalSection: true,
      conditionalQuestion: 'What is it?',
      conditions: [condition(0, [question(0, { adjuntar: true }), question(1, { adjuntar: true })])],
    })
    const form = numberedRows(createFormStore(templateOf([conditional])))
    const [parsed] = form.template.secciones
    const first = parsed?.conditions[0]
    if (parsed === undefined || first === undefined) throw new Error('The section has a condition')
    setCondition(form, parsed, first, true)
    setValue(form, at('0/c0/0'), typed)
    const places = [trackLateValue(form, at('0/c0/0')), trackLateValue(form, at('0/c0/1'))]
    setCondition(form, parsed, first, false)
    const { undo } = form.state.getState()
    expect(undo?.what).toMatchObject({ kind: 'condition', answers: 2 })
    for (const place of places) place.put(photo)
    expect(form.state.getState().content.values).toEqual({})
    undo?.run()
    expect(form.state.getState().content.values).toEqual({ '0/c0/0': { ...typed, ...photo }, '0/c0/1': photo })
  })

  it('moves no more once it has arrived', () => {
    const { form, repeated, undo } = rowsOfThree()
    trackLateValue(form, at('0/r1/0')).release()
    removeRow(form, repeated, getPositionRowId(1))
    expect(undo()?.what).toMatchObject({ answers: 0 })
  })
})
