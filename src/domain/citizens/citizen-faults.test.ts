import { describe, expect, it } from 'vitest'
import { citizenSchema } from '../documents/index.ts'
import { citizenFaults, isNaturalId, isTaxNumber } from './index.ts'

const person = { tipo: 'fisica', dni: '30123456', nombre: 'María José', apellido: "D'Angelo-Peña" }

describe('a citizen typed in by hand', () => {
  it.each([
    ['a person with name, surname and ID', person, {}],
    ['nothing at all', {}, { dni: 'missing', nombre: 'missing', apellido: 'missing' }],
    ['an ID of five digits', { ...person, dni: '12345' }, { dni: 'invalid' }],
    ['letters in an ID', { ...person, dni: 'AB123456' }, { dni: 'invalid' }],
    ['a name with a bracket', { ...person, nombre: 'Ana <b>' }, { nombre: 'invalid' }],
    ['an e-mail without a point', { ...person, email: 'ana@x' }, { email: 'invalid' }],
    ['a phone with a plus sign', { ...person, telefono: '+54 351 4123456' }, {}],
    ['a phone of sixteen digits', { ...person, telefono: '1234567890123456' }, { telefono: 'invalid' }],
    ['a street', { ...person, calle: 'Bv. San Juan 1200' }, {}],
    ['a legal entity', { tipo: 'juridica', cuit: '30-71234567-1', nombre: 'Panadería S.A.', apellido: 'Dummy' }, {}],
    ['a legal entity without a number', { tipo: 'juridica', nombre: 'Panadería' }, { cuit: 'missing' }],
  ])('%s', (_name, citizen, faults) => {
    expect(citizenFaults(citizenSchema.parse(citizen), 'es')).toEqual(faults)
  })

  it('may have letters in the ID where the interface is Portuguese', () => {
    expect([isNaturalId('AÇ12345', 'pt'), isNaturalId('AÇ12345', 'es'), isNaturalId('123456789012', 'pt')]).toEqual([true, false, false])
  })

  it('has a tax number only with one of the five prefixes', () => {
    expect(['20123456789', '33-12345678-9', '24123456789', '2012345678'].map(isTaxNumber)).toEqual([true, true, false, false])
  })
})
