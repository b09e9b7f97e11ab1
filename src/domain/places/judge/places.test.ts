import { beforeEach, describe, expect, it } from 'vitest'
import { emptyDesk, putUser, type Desk } from '#tests/support/builders/desk.ts'
import { buildCountry, buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, NOW } from '#tests/support/builders/template.ts'
import type { Municipality, MunicipalityInput } from '../index.ts'
import {
  createdPlaceIdSchema,
  getMunicipality,
  municipalityPathSchema,
  provincePathSchema,
  userIdSchema,
  type UserId,
} from '../../kernel/index.ts'
import { keys } from '../../store/index.ts'
import { blockCountryUnit, blockMunicipalityUnit } from './decide-access.ts'
import { createMunicipalityUnit, editMunicipalityUnit } from './decide-municipality.ts'
import { createCountryUnit, createProvinceUnit, renameProvinceUnit } from './decide-places.ts'
import { readPlacesRevision, type PlaceRegister } from './register.ts'

const ADA = userIdSchema.parse('ada')
const PROVINCE = provincePathSchema.parse('paises/AR/provincias/cordoba')
const HERE = getMunicipality(AREA)
const ELSEWHERE = getMunicipality(FOREIGN_AREA)
const WISH: MunicipalityInput = {
  nombre: ' Río Claro ',
  key: 'RIO',
  idMuniCore: '77',
  usarAWS: true,
  ubicacion: { latitude: -31.42, longitude: -64.18 },
}
const idOf = (letter: string) => createdPlaceIdSchema.parse(letter.repeat(26))
const pathOf = (letter: string) => municipalityPathSchema.parse(`${PROVINCE}/municipios/${letter.repeat(26)}`)

let desk: Desk
beforeEach(() => {
  desk = emptyDesk()
  desk.put('paises/AR', buildCountry())
  desk.put('paises/UY', buildCountry({ path: 'paises/UY' as never, nombre: 'Uruguay' }))
  desk.put(PROVINCE, { path: PROVINCE, nombre: 'Córdoba' })
  desk.put(HERE, buildMunicipality())
  desk.put(ELSEWHERE, buildMunicipality({ path: ELSEWHERE, nombre: 'Puerto Claro', key: 'PCL' }))
  putUser(desk, buildUser('ada', 'ROLE_ADMIN', [FOREIGN_AREA]))
  putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_ELEVADO'))
})

/** The result of a search at this moment. */
function register(): PlaceRegister {
  const documents = [...desk.documents.entries()]
  const under = (depth: number) =>
    documents.filter(([key]) => key.startsWith('paises/') && key.split('/').length === depth).map(([, found]) => found)
  return {
    revision: readPlacesRevision(desk.documents),
    countries: under(2) as never,
    provinces: under(4) as never,
    municipalities: under(6) as never,
  }
}
const create = (letter: string, change: Partial<MunicipalityInput> = {}, by: UserId = ADA, seen = register()) =>
  desk.commit(createMunicipalityUnit({ id: idOf(letter), province: PROVINCE, input: { ...WISH, ...change } }, seen, by))
const edit = (path: Municipality['path'], change: Partial<MunicipalityInput>, seen = register()) =>
  desk.commit(
    editMunicipalityUnit({ path, input: { ...WISH, ...change } }, seen, ADA, { now: NOW, forms: 3, jobId: 'job' }),
  )
const codeOf = (result: { readonly ok: boolean; readonly problem?: { readonly code: string } }) =>
  result.ok ? 'ok' : result.problem?.code

describe('a new municipality', () => {
  it('is stored with what was filled in, trimmed, and no code taken', () => {
    expect(codeOf(create('A'))).toBe('ok')
    expect(desk.documents.get(pathOf('A'))).toEqual({
      path: pathOf('A'),
      nombre: 'Río Claro',
      key: 'RIO',
      idMuniCore: 77,
      usarAWS: true,
      ubicacion: WISH.ubicacion,
      lastKeyNumber: 0,
      inhabilitado: false,
      settings: {},
    })
  })

  it('is one when it is sent twice, and no one else’s', () => {
    create('A')
    const before = readPlacesRevision(desk.documents)
    expect(codeOf(create('A'))).toBe('ok')
    expect(readPlacesRevision(desk.documents)).toBe(before)
    expect(codeOf(create('A', { idMuniCore: '78' }))).toBe('place.exists')
  })

  it.each([
    [{ nombre: '  ' }, 'place.municipality-name-required'],
    [{ key: '' }, 'place.key-required'],
    [{ idMuniCore: ' ' }, 'place.core-id-required'],
    [{ idMuniCore: '07' }, 'place.core-id-invalid'],
    [{ idMuniCore: '0' }, 'place.core-id-invalid'],
    [{ idMuniCore: '-3' }, 'place.core-id-invalid'],
    [{ idMuniCore: '1.5' }, 'place.core-id-invalid'],
    [{ idMuniCore: '1e3' }, 'place.core-id-invalid'],
    [{ idMuniCore: '9'.repeat(16) }, 'place.core-id-invalid'],
    [{ key: 'R' }, 'place.key-invalid'],
    [{ key: 'rio' }, 'place.key-invalid'],
    [{ key: 'R10' }, 'place.key-invalid'],
    [{ nombre: 'x'.repeat(256) }, 'place.municipality-name-required'],
  ])('is refused with %j: %s', (change, code) => {
    expect(codeOf(create('A', change))).toBe(code)
    expect(desk.documents.get(pathOf('A'))).toBeUndefined()
  })

  it('needs a key that no other has anywhere, and a name that no other has in its province', () => {
    expect(codeOf(create('A', { key: 'PCL' }))).toBe('place.key-taken')
    expect(codeOf(create('A', { nombre: 'villa SERÉNA' }))).toBe('place.name-taken')
    expect(codeOf(create('A', { nombre: 'Puerto Claro' }))).toBe('ok')
  })

  it('may have the default key with others: those answers share one code anyway', () => {
    expect([codeOf(create('A', { key: 'DESC' })), codeOf(create('B', { key: 'DESC', nombre: 'Otro' }))]).toEqual([
      'ok',
      'ok',
    ])
  })

  it('is judged again when another was made since the places were searched', () => {
    const seen = register()
    create('A')
    expect(create('B', {}, ADA, seen)).toMatchObject({ ok: false, stale: true })
    expect(codeOf(create('B'))).toBe('place.name-taken')
  })

  it('needs its province, and someone who administers places at that very moment', () => {
    desk.remove(PROVINCE)
    expect(codeOf(create('A'))).toBe('place.province-required')
    expect(codeOf(create('A', {}, userIdSchema.parse('sofia')))).toBe('access.forbidden')
    expect(codeOf(create('A', {}, userIdSchema.parse('nobody')))).toBe('session.no-user-record')
    desk.put(ELSEWHERE, buildMunicipality({ path: ELSEWHERE, inhabilitado: true }))
    expect(codeOf(create('A'))).toBe('municipality.blocked')
  })
})

describe('an edited municipality', () => {
  it('keeps whatever is not edited', () => {
    desk.put(HERE, buildMunicipality({ lastKeyNumber: 41, settings: { codeHidden: true }, inhabilitado: true }))
    expect(codeOf(edit(HERE, { key: 'VIS' }))).toBe('ok')
    expect(desk.documents.get(keys.municipality(HERE))).toMatchObject({
      nombre: 'Río Claro',
      lastKeyNumber: 41,
      settings: { codeHidden: true },
      inhabilitado: true,
    })
  })

  it('is followed up where forms carry what has changed, in the same commit', () => {
    edit(HERE, { key: 'VIS' })
    expect(desk.documents.get(keys.municipality(HERE))?.renaming).toEqual({ done: 0, total: 3 })
    expect(desk.documents.get('jobs/municipality.rename~job')).toMatchObject({ municipality: HERE, state: 'waiting' })
    desk.remove('jobs/municipality.rename~job')
    edit(HERE, { key: 'VIR', usarAWS: false })
    expect(desk.documents.get('jobs/municipality.rename~job')).toBeUndefined()
  })

  it('keeps its key once a code was given out', () => {
    expect(codeOf(edit(HERE, { key: 'NEW' }))).toBe('ok')
    desk.put(HERE, buildMunicipality({ lastKeyNumber: 1 }))
    expect(codeOf(edit(HERE, { key: 'NEW' }))).toBe('place.key-in-use')
  })

  it('may keep its own name and key, and have no other’s', () => {
    expect(codeOf(edit(HERE, { nombre: 'Villa Serena', key: 'VIS' }))).toBe('ok')
    expect(codeOf(edit(HERE, { key: 'PCL' }))).toBe('place.key-taken')
    expect(codeOf(edit(pathOf('Z'), {}))).toBe('place.missing')
  })
})

describe('shutting out', () => {
  const block = (path: Municipality['path'], inhabilitado = true) =>
    desk.commit(blockMunicipalityUnit(path, inhabilitado, ADA))

  it('switches a municipality or a country off, and on again', () => {
    expect(codeOf(block(HERE))).toBe('ok')
    expect(desk.documents.get(keys.municipality(HERE))?.inhabilitado).toBe(true)
    expect(codeOf(block(HERE, false))).toBe('ok')
    expect(desk.documents.get(keys.municipality(HERE))?.inhabilitado).toBe(false)
    expect(codeOf(desk.commit(blockCountryUnit('paises/AR' as never, true, ADA)))).toBe('ok')
    expect(desk.documents.get(keys.country('paises/AR' as never))?.inhabilitado).toBe(true)
  })

  it('is refused of one’s own, which one could not let in again', () => {
    expect(codeOf(block(ELSEWHERE))).toBe('place.own')
    expect(codeOf(desk.commit(blockCountryUnit('paises/UY' as never, true, ADA)))).toBe('place.own')
  })
})

describe('countries and provinces', () => {
  it('a country has a code of two letters, once', () => {
    const made = (code: string, nombre: string) => codeOf(desk.commit(createCountryUnit(code, nombre, ADA)))
    expect(made('cl', 'Chile')).toBe('place.country-code-invalid')
    expect(made('CHL', 'Chile')).toBe('place.country-code-invalid')
    expect(made('CL', ' ')).toBe('place.name-required')
    expect([made('CL', 'Chile'), made('CL', 'Chile'), made('CL', 'China')]).toEqual(['ok', 'ok', 'place.exists'])
  })

  it('a province has a name that no other of its country has', () => {
    const made = (letter: string, country: string, nombre: string) =>
      codeOf(desk.commit(createProvinceUnit({ id: idOf(letter), country: country as never, nombre }, register(), ADA)))
    expect(made('A', 'paises/AR', 'cordoba')).toBe('place.name-taken')
    expect(made('A', 'paises/AR', '')).toBe('place.name-required')
    expect(made('A', 'paises/UY', 'Córdoba')).toBe('ok')
    expect(made('A', 'paises/XX', 'Córdoba')).toBe('place.missing')
    expect(made('B', 'paises/AR', 'Salta')).toBe('ok')
    const salta = provincePathSchema.parse(`paises/AR/provincias/${idOf('B')}`)
    const rename = (nombre: string) => codeOf(desk.commit(renameProvinceUnit(salta, nombre, register(), ADA)))
    expect([rename('Córdoba'), rename('Jujuy'), rename('Jujuy')]).toEqual(['place.name-taken', 'ok', 'ok'])
  })
})
