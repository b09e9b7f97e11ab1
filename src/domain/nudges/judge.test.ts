import { describe, expect, it } from 'vitest'
import { buildCountry, buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import type { Municipality } from '../places/index.ts'
import { parseRemoteConfig } from '../sync/index.ts'
import { changesProfile, findChangedTopics } from './judge.ts'

describe('what a write is news to', () => {
  it('a form: the people of its areas, whose devices hold it', () => {
    const form = (areas: Parameters<typeof buildPlainTemplate>[0]) => ({
      collection: 'formularios',
      document: buildPlainTemplate(areas),
    })
    expect(findChangedTopics(buildUser('ines'), form({ areas: [AREA] }))).toEqual(['pull'])
    expect(findChangedTopics(buildUser('ines'), form({ areas: [OTHER_AREA, AREA] }))).toEqual(['pull'])
    expect(findChangedTopics(buildUser('ines'), form({ areas: [FOREIGN_AREA] }))).toEqual([])
  })

  it('what is no one’s business: no one', () => {
    for (const collection of [
      'credentials',
      'websession',
      'receipts',
      'files',
      'jobs',
      'tokens',
      'settings',
      'versiones',
      'formEditedInfo',
      'historial',
    ]) {
      expect(
        findChangedTopics(buildUser('ada', 'ROLE_ADMIN'), {
          collection,
          document: { id: 'ada', userId: 'ada', areas: [AREA] },
        }),
      ).toEqual([])
    }
  })

  it('an answer that was deleted: who reads the list that it is gone from, and the device of its author', () => {
    const topics = (who: ReturnType<typeof buildUser>, facts = {}) =>
      findChangedTopics(who, { collection: 'deleted', document: { areas: [AREA], authorId: 'ines', ...facts } })
    expect(topics(buildUser('sofia', 'ROLE_SUPERVISOR'))).toEqual(['answers'])
    expect(topics(buildUser('sofia', 'ROLE_SUPERVISOR'), { areas: [FOREIGN_AREA] })).toEqual([])
    expect(topics(buildUser('ines'))).toContain('pull')
    expect(topics(buildUser('carla', 'ROLE_CENSISTA_PRIVADO'))).toEqual([])
  })

  it('copies of an answer: anyone who may read it', () => {
    const written = (facts: object) => ({
      collection: 'copies',
      document: { areas: [AREA], authorId: 'ines', ...facts },
    })
    expect(findChangedTopics(buildUser('sofia', 'ROLE_SUPERVISOR'), written({}))).toEqual(['answers'])
    expect(findChangedTopics(buildUser('sofia', 'ROLE_SUPERVISOR'), written({ areas: [FOREIGN_AREA] }))).toEqual([])
    const carla = buildUser('carla', 'ROLE_CENSISTA_PRIVADO')
    expect(findChangedTopics(carla, written({}))).toEqual([])
    expect(findChangedTopics(carla, written({ authorId: carla.id }))).toEqual(['answers'])
  })

  it('a municipality: the people who work there, unless only the next code was taken', () => {
    const before = buildMunicipality()
    const topics = (after: Municipality, who = buildUser('ines')) =>
      findChangedTopics(who, { collection: 'municipios', document: after, before })
    expect(topics({ ...before, inhabilitado: true })).toEqual(['pull'])
    expect(topics({ ...before, settings: { codeHidden: true } })).toEqual(['pull'])
    expect(topics({ ...before, lastKeyNumber: 7 })).toEqual([])
    const uma = buildUser('uma', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA])
    expect(topics({ ...before, inhabilitado: true }, uma)).toEqual([])
    const vera = buildUser('vera', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA, OTHER_AREA])
    expect(topics({ ...before, nombre: 'Villa Nueva' }, vera)).toEqual(['pull'])
  })

  it('a country: anyone who is at home there', () => {
    const written = { collection: 'paises', document: buildCountry({ inhabilitado: true }) }
    expect(findChangedTopics(buildUser('ines'), written)).toEqual(['pull'])
    expect(findChangedTopics(buildUser('uma', 'ROLE_INSPECTOR', [FOREIGN_AREA]), written)).toEqual([])
  })

  it('the flags: everybody', () => {
    const flags = parseRemoteConfig(undefined)
    expect(findChangedTopics(buildUser('ines'), { collection: 'settings', document: flags })).toEqual(['pull'])
    expect(findChangedTopics(buildUser('ines'), { collection: 'settings', document: { count: 3 } })).toEqual([])
  })

  it('a profile that changed: its person, but not for a sign-in', () => {
    const ines = buildUser('ines')
    expect(changesProfile(ines, { ...ines, ultimoAcceso: '2026-11-20T15:00:00.000Z' as never })).toBe(false)
    expect(changesProfile(ines, { ...ines, areas: [OTHER_AREA] })).toBe(true)
    expect(changesProfile(ines, { ...ines, roles: ['ROLE_ADMIN'] })).toBe(true)
  })
})
