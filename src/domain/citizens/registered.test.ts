import { describe, expect, it } from 'vitest'
import {
  type Citizen,
  citizenSchema,
  markCitizenSource,
  toCitizen,
  toCitizenFoundByHash,
  getCitizenCallSchema,
  isSameCitizen,
  isUnverifiedCitizen,
  getRegistryNumber,
  registeredCitizenSchema,
  linkToRegistry,
} from './index.ts'
import { citizenIdSchema } from '../kernel/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'

const id = citizenIdSchema.parse('9001')
const ROSA = registeredCitizenSchema.parse({
  id,
  nombre: 'Rosa María',
  apellido: 'Leiva',
  email: 'rosa@example.org',
  telefono: '',
  calle: 'Belgrano 120',
})
const typed = (change: object = {}): Citizen =>
  citizenSchema.parse({ tipo: 'fisica', dni: '30.111.222', nombre: 'rosa maria', apellido: 'LEIVA', ...change })

describe('who was typed in and who the registry has', () => {
  it.each([
    ['in other case and without accents', {}, true],
    ['surname and name the other way round', { nombre: 'Leiva', apellido: 'Rosa María' }, true],
    ['another first name', { nombre: 'Rosa' }, false],
    ['somebody else', { nombre: 'Hugo', apellido: 'Sosa' }, false],
    ['nothing but dots', { nombre: '.', apellido: '.' }, false],
  ])('%s: %o', (_name, change, same) => {
    expect(isSameCitizen(typed(change), ROSA)).toBe(same)
  })

  it('of a legal entity only the business name counts', () => {
    const firm = { ...ROSA, nombre: 'Panadería La Espiga S.R.L.', apellido: 'Dummy' }
    const asked = typed({ tipo: 'juridica', cuit: '30-71234567-1', nombre: 'panaderia la espiga SRL', apellido: '' })
    expect([isSameCitizen(asked, firm), isSameCitizen({ ...asked, nombre: 'La Espiga' }, firm)]).toEqual([true, false])
  })

  it('tied together lose nothing that was typed, and gain what was left out', () => {
    const tied = linkToRegistry(typed({ calle: 'Rivadavia 3' }), ROSA)
    expect(tied).toMatchObject({ id, dni: '30.111.222', nombre: 'rosa maria', apellido: 'LEIVA' })
    expect(tied).toMatchObject({ calle: 'Rivadavia 3', email: 'rosa@example.org', _source: 'registry' })
    expect(linkToRegistry(typed({ nombre: 'Hugo' }), ROSA, '30111223')).toMatchObject({
      dni: '30111223',
      nombre: 'Rosa María',
      apellido: 'Leiva',
    })
  })
})

describe('an unverified citizen', () => {
  it.each([
    ['typed', typed(), true],
    ['typed on an older app', typed({ _source: 'typed' }), true],
    ['of the registry', typed({ id, _source: 'registry' }), false],
    ['with an id that a device claims', typed({ id, _source: 'claimed' }), true],
    ['confirmed by a person', typed({ _source: 'confirmed' }), false],
    ['nobody', citizenSchema.parse({}), false],
  ])('%s: %s', (_name, citizen, expected) => {
    expect(isUnverifiedCitizen(citizen)).toBe(expected)
  })

  it('is what arrives, whatever the device says of it', () => {
    expect(markCitizenSource(typed({ _source: 'confirmed' }), true)._source).toBe('typed')
    expect(markCitizenSource(typed({ id, _source: 'registry' }), false)._source).toBe('claimed')
    expect(markCitizenSource(typed({ id, _source: 'portal' }), true)._source).toBe('portal')
  })
})

describe('someone of the registry', () => {
  it('keeps the number in the field of their kind', () => {
    expect(toCitizen(ROSA, '30111222', 'fisica')).toMatchObject({ dni: '30111222', cuit: '', tipoDocumentoId: 1 })
    const firm = toCitizen({ ...ROSA, apellido: '' }, '30712345671', 'juridica')
    expect(firm).toMatchObject({ dni: '', cuit: '30712345671', apellido: 'Dummy', tipoDocumentoId: 11 })
    expect(getRegistryNumber(firm)).toBe('30712345671')
  })

  it('found by a hash is a legal entity when the surname says so', () => {
    expect(toCitizenFoundByHash({ ...ROSA, dni: '30111222' }).tipo).toBe('fisica')
    expect(toCitizenFoundByHash({ ...ROSA, apellido: 'Dummy', dni: '30-71234567-1' })).toMatchObject({
      tipo: 'juridica',
      cuit: '30712345671',
    })
  })
})

it('is looked up by a number of six characters at least, also past our screens', () => {
  const asked = (dni: string) => getCitizenCallSchema.safeParse({ dni, municipioPath: MUNICIPALITY }).success
  expect(getCitizenCallSchema.parse({ dni: 'DNI 030.111.222', municipioPath: MUNICIPALITY }).dni).toBe('030111222')
  expect(['12345', '12-3.45', '123456', '30-71234567-1'].map(asked)).toEqual([false, false, true, true])
})
