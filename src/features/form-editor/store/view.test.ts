import { describe, expect, it } from 'vitest'
import { createEmptyForm, setFormOption, updateForm } from '#domain/templates/index.ts'
import { pickViewForChange, pickViewForPlace } from './view.ts'

describe('a change outside of the sections is seen', () => {
  const form = createEmptyForm()

  it('above the questions: title, description, area', () => {
    expect(pickViewForChange(form, updateForm(form, { titulo: 'Plaza' }))).toBe('questions')
    expect(pickViewForChange(form, updateForm(form, { descripcion: 'x' }))).toBe('questions')
  })

  it('in the settings: everything else, also what goes', () => {
    const open = setFormOption(form, 'geolocalizacion', true, { newKey: () => 'k' })
    expect(pickViewForChange(form, open)).toBe('settings')
    const voucher = updateForm(form, { customizedVoucherText: 'Thanks' })
    expect(pickViewForChange(voucher, form)).toBe('settings')
  })
})

describe('a problem is looked for', () => {
  it.each([
    [{ kind: 'field', field: 'titulo' }, 'questions'],
    [{ kind: 'field', field: 'areas' }, 'questions'],
    [{ kind: 'field', field: 'headerImageURL' }, 'settings'],
    [{ kind: 'option', option: 'publico' }, 'settings'],
    [{ kind: 'state', state: 0, field: 'nombre' }, 'settings'],
    [{ kind: 'signature', signature: 0, field: 'title' }, 'settings'],
    [{ kind: 'section', section: 0, field: 'titulo' }, 'questions'],
  ] as const)('%o: in the %s', (place, view) => {
    expect(pickViewForPlace(place)).toBe(view)
  })
})
