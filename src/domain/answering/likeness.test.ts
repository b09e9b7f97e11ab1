import { describe, expect, it } from 'vitest'
import { citizenSchema } from '../citizens/index.ts'
import type { LatLng } from '../places/index.ts'
import {
  findReusableCitizen,
  compareSubjects,
  computeMetresBetween,
  SAME_PLACE_METRES,
  type AnswerSubject,
} from './likeness.ts'

const HERE = { latitude: -31.4, longitude: -64.18 }
/** Degrees of latitude per metre. */
const METRE = 1 / 111_195
const north = (metres: number) => ({ ...HERE, latitude: HERE.latitude + metres * METRE })
const citizen = (change: object): AnswerSubject => ({
  citizen: citizenSchema.parse({ nombre: 'Rosa', apellido: 'Leiva', ...change }),
})
const at = (latlng: LatLng | undefined, direccion = ''): AnswerSubject => ({
  location: { direccion, ...(latlng === undefined ? {} : { latlng }) },
})

describe('the same person', () => {
  it.each<[string, AnswerSubject, AnswerSubject, boolean]>([
    ['one ID number', citizen({ dni: '30111222' }), citizen({ dni: '30.111.222' }), true],
    [
      'one ID number with a zero and the name of the document',
      citizen({ dni: '030111222' }),
      citizen({ dni: 'DNI 30111222' }),
      true,
    ],
    [
      'one tax number, with hyphens or without',
      citizen({ cuit: '30-71234567-1' }),
      citizen({ cuit: '30712345671' }),
      true,
    ],
    [
      'one recipient',
      { persona: { id: '7', nombre: 'Club', direccion: '' } },
      { persona: { id: '7', nombre: 'El club', direccion: '' } },
      true,
    ],
    ['an ID number that another has for tax', citizen({ dni: '30712345671' }), citizen({ cuit: '30712345671' }), false],
    ['one name', citizen({}), citizen({}), false],
    [
      'a recipient whose id is somebody’s number',
      { persona: { id: '30111222', nombre: '', direccion: '' } },
      citizen({ dni: '30111222' }),
      false,
    ],
    ['nobody twice', {}, {}, false],
  ])('%s', (_, one, other, person) => {
    expect([compareSubjects(one, other).person, compareSubjects(other, one).person]).toEqual([person, person])
  })
})

describe('the same place', () => {
  it.each<[string, AnswerSubject, AnswerSubject, boolean]>([
    ['two points within its metres', at(HERE), at(north(SAME_PLACE_METRES - 1)), true],
    [
      'two points further apart, whatever their addresses say',
      at(HERE, 'San Martín 100'),
      at(north(SAME_PLACE_METRES + 1), 'San Martín 100'),
      false,
    ],
    [
      'one asset, however far the points',
      { ...at(HERE), identifier: 'L1' },
      { ...at(north(300)), identifier: 'L1' },
      true,
    ],
    [
      'one address, where one has no point',
      at(HERE, 'San Martín 100, Centro'),
      at(undefined, 'san martin 100  centro'),
      true,
    ],
    ['two addresses', at(undefined, 'San Martín 100'), at(undefined, 'San Martín 1000'), false],
    ['no address twice', at(undefined), at(undefined, ' '), false],
    ['nowhere twice', {}, {}, false],
  ])('%s', (_, one, other, place) => {
    expect([compareSubjects(one, other).place, compareSubjects(other, one).place]).toEqual([place, place])
  })
})

describe('metres between two points', () => {
  it('are those of the ground, also where the meridians come together and across the antimeridian', () => {
    expect(computeMetresBetween(HERE, HERE)).toBe(0)
    expect(computeMetresBetween(HERE, north(1000))).toBeCloseTo(1000, 0)
    expect(computeMetresBetween({ latitude: 60, longitude: 0 }, { latitude: 60, longitude: 1 })).toBeCloseTo(55_597, -2)
    expect(
      computeMetresBetween({ latitude: 0, longitude: 179.9999 }, { latitude: 0, longitude: -179.9999 }),
    ).toBeLessThan(30)
  })
})

describe('the citizen of before', () => {
  const rosa = citizenSchema.parse({ dni: '30111222', nombre: 'Rosa', apellido: 'Leiva', telefono: '351', id: '7' })
  const typed = (change: object) => citizenSchema.parse({ dni: '30.111.222', ...change })

  it('is taken over where only the number was typed, or what is said of them agrees', () => {
    expect(findReusableCitizen(typed({}), rosa)).toBe(rosa)
    expect(findReusableCitizen(typed({ nombre: 'Rosa' }), rosa)).toBe(rosa)
  })

  it.each([
    ['is called otherwise', typed({ nombre: 'Rosalía' })],
    ['has another number', typed({ dni: '30111223' })],
    ['is a legal entity', typed({ tipo: 'juridica', cuit: '30111222' })],
    ['is of the registry', { ...rosa, telefono: '' }],
    ['is nobody yet', undefined],
  ])('is not where this one %s', (_, now) => {
    expect(findReusableCitizen(now, rosa)).toBeNull()
  })

  it('is not where it says nothing more', () => {
    const { id: _id, ...plain } = rosa
    expect(findReusableCitizen(plain, plain)).toBeNull()
  })
})
