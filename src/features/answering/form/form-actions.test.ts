import { describe, expect, it } from 'vitest'
import { type Address, getPositionRowId, type Sha256 } from '#domain/kernel/index.ts'
import type { QuestionValue } from '#domain/answers/index.ts'
import { DATA_TYPE } from '#domain/questions/index.ts'
import { numberedRows } from '#tests/support/builders/numbered-rows.ts'
import { condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { addFile, addRow, patchValue, removeAttachment, removeRow, setCondition, setValue } from './form-actions.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { there } from '#tests/support/there.ts'
import { createFormStore, type FormStore } from './form-store.ts'
import { getDeviceDateTime } from './form-context.ts'

const at = (address: string): Address => address as Address
const text = (respuesta: string): QuestionValue => ({ respuesta })
const formOf = (sections: Parameters<typeof templateOf>[0]): FormStore =>
  numberedRows(createFormStore(templateOf(sections)))
const valuesOf = (form: FormStore) => form.state.getState().content.values

describe('unchecking a condition', () => {
  const shop = condition(0, [question(0), question(1)])
  const house = condition(1, [question(0)])
  const conditional = section(3, [], {
    conditionalSection: true,
    conditionalQuestion: 'What is it?',
    conditions: [shop, house],
  })

  function filled() {
    const form = formOf([conditional])
    const [parsed] = form.template.secciones
    if (parsed === undefined) throw new Error('The form has a section')
    const [first, second] = parsed.conditions
    if (first === undefined || second === undefined) throw new Error('The section has two conditions')
    setCondition(form, parsed, first, true)
    setCondition(form, parsed, second, true)
    setValue(form, at('3/c0/0'), text('a'))
    setValue(form, at('3/c0/1'), text('b'))
    setValue(form, at('3/c1/0'), text('c'))
    return { form, parsed, first }
  }

  it('deletes its answers and no others', () => {
    const { form, parsed, first } = filled()
    setCondition(form, parsed, first, false)
    expect(valuesOf(form)).toEqual({ '3/c1/0': text('c') })
    expect(form.state.getState().content.conditions).toEqual({ 3: [1] })
    expect(form.state.getState().undo?.what).toMatchObject({ kind: 'condition', answers: 2 })
  })

  it('can be undone, and keeps what was typed elsewhere in the meantime', () => {
    const { form, parsed, first } = filled()
    setCondition(form, parsed, first, false)
    setValue(form, at('3/c1/0'), text('changed'))
    form.state.getState().undo?.run()
    expect(valuesOf(form)).toEqual({ '3/c0/0': text('a'), '3/c0/1': text('b'), '3/c1/0': text('changed') })
    expect(form.state.getState().content.conditions).toEqual({ 3: [0, 1] })
    expect(form.state.getState().undo).toBeNull()
  })

  it('can be undone, and keeps what was typed into it since', () => {
    const { form, parsed, first } = filled()
    setCondition(form, parsed, first, false)
    setCondition(form, parsed, first, true)
    setValue(form, at('3/c0/0'), text('anew'))
    form.state.getState().undo?.run()
    expect(valuesOf(form)).toMatchObject({ '3/c0/0': text('anew'), '3/c0/1': text('b') })
  })

  it('offers no undo when nothing was lost', () => {
    const form = formOf([conditional])
    const [parsed] = form.template.secciones
    const first = parsed?.conditions[0]
    if (parsed === undefined || first === undefined) throw new Error('The section has conditions')
    setCondition(form, parsed, first, true)
    setCondition(form, parsed, first, false)
    expect(form.state.getState().undo).toBeNull()
  })
})

describe('what starts with the present', () => {
  const day = question(0, { tipoDato: DATA_TYPE.DATE, empiezaAhora: true })
  const today = { respuesta: getDeviceDateTime().date }

  it('is there when the form opens, and in each row that is added', () => {
    const form = formOf([section(0, [day], { repetible: true })])
    expect(valuesOf(form)).toEqual({ '0/0': today })
    addRow(form, there(form.template.secciones[0]))
    expect(valuesOf(form)).toEqual({ '0/0': today, '0/r0/0': today })
  })

  it('is under a condition when it is checked, but for what was there before', () => {
    const form = formOf([section(0, [], { conditionalSection: true, conditions: [condition(0, [day])] })])
    const asked = there(form.template.secciones[0])
    const check = (checked: boolean) => setCondition(form, asked, there(asked.conditions[0]), checked)
    expect(valuesOf(form)).toEqual({})
    check(true)
    expect(valuesOf(form)).toEqual({ '0/c0/0': today })
    setValue(form, at('0/c0/0'), text('2026-01-02'))
    check(false)
    form.state.getState().undo?.run()
    expect(valuesOf(form)).toEqual({ '0/c0/0': text('2026-01-02') })
  })
})

describe('removing a repeated row', () => {
  function filled() {
    const form = formOf([section(0, [question(0)], { repetible: true })])
    const [repeated] = form.template.secciones
    if (repeated === undefined) throw new Error('The form has a section')
    for (const row of [0, 1, 2]) {
      addRow(form, repeated)
      setValue(form, at(`0/r${row}/0`), text(`row ${row}`))
    }
    setValue(form, at('0/0'), text('main'))
    return { form, repeated }
  }

  it('leaves the rows behind it as they are, with their ids', () => {
    const { form, repeated } = filled()
    removeRow(form, repeated, getPositionRowId(1))
    expect(valuesOf(form)).toEqual({ '0/0': text('main'), '0/r0/0': text('row 0'), '0/r2/0': text('row 2') })
    expect(form.state.getState().content.rows).toEqual({ 0: ['0', '2'] })
    expect(form.state.getState().progress[0]).toEqual({ answered: 3, total: 3 })
  })

  it('puts it back at its place on undo', () => {
    const { form, repeated } = filled()
    const before = form.state.getState().content
    removeRow(form, repeated, getPositionRowId(1))
    form.state.getState().undo?.run()
    expect(form.state.getState().content).toEqual(before)
  })
})

describe('attachments', () => {
  it('come late without overwriting what was typed in the meantime, and come back on undo', () => {
    const form = formOf([section(0, [question(0, { adjuntar: true })])])
    const imagen = 'f'.repeat(64) as Sha256
    setValue(form, at('0/0'), text('typed'))
    patchValue(form, at('0/0'), { imagen })
    expect(valuesOf(form)).toEqual({ '0/0': { respuesta: 'typed', imagen } })
    removeAttachment(form, at('0/0'), 'imagen', 'photo.jpg')
    expect(valuesOf(form)).toEqual({ '0/0': text('typed') })
    form.state.getState().undo?.run()
    expect(valuesOf(form)).toEqual({ '0/0': { respuesta: 'typed', imagen } })
  })

  it('that came in the place of a removed one are not lost when it comes back: they can be had again', () => {
    const form = formOf([section(0, [question(0, { adjuntar: true })])])
    const [before, since] = [claimFor('before'), claimFor('since')]
    addFile(form, before)
    patchValue(form, at('0/0'), { imagen: before.sha256 })
    removeAttachment(form, at('0/0'), 'imagen', before.name)
    addFile(form, since)
    patchValue(form, at('0/0'), { imagen: since.sha256 })
    form.state.getState().undo?.run()
    expect(valuesOf(form)).toEqual({ '0/0': { imagen: before.sha256 } })
    expect(form.state.getState().undo?.what).toEqual({ kind: 'file', name: since.name })
    form.state.getState().undo?.run()
    expect(valuesOf(form)).toEqual({ '0/0': { imagen: since.sha256 } })
  })
  it('that were taken away under a condition do not come back when it is no longer checked', () => {
    const shop = condition(0, [question(0, { adjuntar: true })])
    const form = formOf([section(0, [], { conditionalSection: true, conditions: [shop] })])
    const { conditions, ...parsed } = there(form.template.secciones[0])
    const [first] = conditions
    const photo = claimFor('photo')
    addFile(form, photo)
    setCondition(form, { ...parsed, conditions }, there(first), true)
    patchValue(form, at('0/c0/0'), { imagen: photo.sha256 })
    removeAttachment(form, at('0/c0/0'), 'imagen', photo.name)
    setCondition(form, { ...parsed, conditions }, there(first), false)
    form.state.getState().undo?.run()
    expect(valuesOf(form)).toEqual({})
  })
})
