import { describe, expect, it } from 'vitest'
import {
  type Citizen,
  citizenSchema,
  findCitizenFieldErrors,
  isNaturalPersonNumber,
  isCitizenEmpty,
  isTaxNumber,
} from './index.ts'

const person = { tipo: 'fisica', dni: '30123456', nombre: 'María José', apellido: "D'Angelo-Peña" }

describe('a citizen typed in by hand', () => {
  it.each([
    ['a person with name, surname and ID', person, {}],
    ['nothing at all', {}, { dni: 'missing', nombre: 'missing', apellido: 'missing' }],
    ['an ID of one character', { ...person, dni: '7' }, {}],
    ['an ID with its name and signs', { ...person, dni: 'DNI N\u00BA 30.111.222' }, {}],
    ['letters in an ID', { ...person, dni: 'AB-123456.7' }, {}],
    ['an ID of thirteen characters', { ...person, dni: '1234567890123' }, { dni: 'invalid' }],
    ['an ID of dashes', { ...person, dni: '--' }, { dni: 'invalid' }],
    ['a name with a bracket', { ...person, nombre: 'Ana <b>' }, { nombre: 'invalid' }],
    ['an e-mail without a point', { ...person, email: 'ana@x' }, { email: 'invalid' }],
    ['a phone with a plus sign', { ...person, telefono: '+54 351 4123456' }, {}],
    ['a phone of sixteen digits', { ...person, telefono: '1234567890123456' }, { telefono: 'invalid' }],
    [
      'a phone with more between its digits than can be stored',
      { ...person, telefono: '+54 - 351 - 412 - 3456' },
      { telefono: 'invalid' },
    ],
    ['an ID after many blanks', { ...person, dni: `${' '.repeat(13)}30123456` }, { dni: 'invalid' }],
    ['an e-mail of 255 characters', { ...person, email: `${'a'.repeat(246)}@b.org.ar` }, { email: 'invalid' }],
    ['a phone of blanks alone', { ...person, telefono: ' '.repeat(21) }, { telefono: 'invalid' }],
    ['a surname of invisible characters', { ...person, apellido: '\u200B\u3164' }, { apellido: 'missing' }],
    ['an ID with a zero-width space', { ...person, dni: '30\u200B123456' }, {}],
    ['a street', { ...person, calle: 'Bv. San Juan 1200' }, {}],
    ['a legal entity', { tipo: 'juridica', cuit: '30-71234567-1', nombre: 'Panadería S.A.', apellido: 'Dummy' }, {}],
    [
      'a legal entity with any business name',
      { tipo: 'juridica', cuit: '30712345671', nombre: 'Pérez & Hijos (en formación) 100%', apellido: 'Dummy' },
      {},
    ],
    ['a legal entity without a name', { tipo: 'juridica', cuit: '30712345671', nombre: ' ' }, { nombre: 'missing' }],
    ['a legal entity without a number', { tipo: 'juridica', nombre: 'Panadería' }, { cuit: 'missing' }],
  ])('%s', (_name, citizen, faults) => {
    // As typed: this tests the limits of the stored document.
    expect(findCitizenFieldErrors({ ...citizenSchema.parse({}), ...(citizen as Partial<Citizen>) })).toEqual(faults)
  })

  it.each([
    [
      'a person with a long ID and a name that nobody could type in',
      { ...person, dni: '12345678901234', nombre: 'Ana (h) & Cía' },
      {},
    ],
    ['a tax number of another country', { tipo: 'juridica', cuit: '1790012345001', nombre: 'Cía. Ltda.' }, {}],
    ['nobody’s number', { nombre: 'Ana' }, { dni: 'missing' }],
  ])('that comes from the registry is as the registry has it: %s', (_name, citizen, faults) => {
    expect(findCitizenFieldErrors(citizenSchema.parse({ ...citizen, id: 'c1' }))).toEqual(faults)
  })

  it('is no one as long as nothing is typed; the surname of legal entities is not', () => {
    const all = [{}, { tipo: 'juridica', apellido: 'Dummy' }, { nombre: '\u200B' }, { calle: 'x' }, { id: 'c1' }]
    expect(all.map((citizen) => isCitizenEmpty(citizenSchema.parse(citizen)))).toEqual([true, true, true, false, false])
  })
})

describe('a number that is searched for', () => {
  it('may have letters where the interface is Portuguese', () => {
    expect(
      ['DNI 30.111.222', '\u0663\u0660\u0661\u0661\u0661\u0662'].map((typed) => isNaturalPersonNumber(typed, 'es')),
    ).toEqual([true, true])
    expect([
      isNaturalPersonNumber('AÇ12345', 'pt'),
      isNaturalPersonNumber('AÇ12345', 'es'),
      isNaturalPersonNumber('123456789012', 'pt'),
    ]).toEqual([true, false, false])
  })

  it('has a tax number only with one of the five prefixes', () => {
    expect(['20123456789', '33-12345678-9', '24123456789', '2012345678'].map(isTaxNumber)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
