import { describe, expect, it } from 'vitest'
import { buildCountry, buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import type { Municipality } from '../../places/index.ts'
import type { User } from '../../users/index.ts'
import { getCountry, getMunicipality, municipalityPathSchema, toInstant } from '../../kernel/index.ts'
import { keys } from '../../store/index.ts'
import { parseRemoteConfig } from '../../sync/index.ts'
import { buildProfile, listProfileKeys } from './profile.ts'

const path = municipalityPathSchema.parse(MUNICIPALITY)
const config = parseRemoteConfig(undefined)

type Places = {
  readonly municipality?: Partial<Municipality> | null
  readonly country?: object | null
  readonly other?: Municipality
}
function judged(user: User, { municipality = {}, country = {}, other }: Places = {}) {
  const stored = new Map<string, object>()
  if (municipality !== null) stored.set(keys.municipality(path), { ...buildMunicipality(), ...municipality })
  if (country !== null) stored.set(keys.country(getCountry(path)), { ...buildCountry(), ...country })
  if (other !== undefined) stored.set(keys.municipality(other.path), other)
  // Only requested documents are found.
  const found = new Map(listProfileKeys(user).flatMap((key) => (stored.has(key) ? [[key, stored.get(key)]] : [])))
  return buildProfile(user, config, found as never)
}

describe('what a device may know of its user', () => {
  it.each([
    ['is switched off', { deactivatedAt: toInstant(0) }, {}, 'session.deactivated'],
    ['has no areas', { areas: [] }, {}, 'session.no-areas'],
    ['is of a municipality that is switched off', {}, { municipality: { inhabilitado: true } }, 'municipality.blocked'],
    ['is of a municipality that is not there', {}, { municipality: null }, 'municipality.blocked'],
    ['is of a country that is switched off', {}, { country: { inhabilitado: true } }, 'country.blocked'],
    ['is of a country that is not there', {}, { country: null }, 'country.blocked'],
    [
      'is switched off, whatever else',
      { deactivatedAt: toInstant(0), areas: [] },
      { country: null },
      'session.deactivated',
    ],
  ] as const)('is nothing where they are one who %s', (_, change, places, code) => {
    expect(judged({ ...buildUser('ines'), ...change }, places)).toMatchObject({ problem: { code } })
  })

  it('is who they are, where they are, and of the settings what devices need', () => {
    const settings = { codeHidden: true, ownAnswersDays: 9, brandColour: '#004400', citizensOffline: true }
    const ownProfile = judged(buildUser('ines', 'ROLE_INSPECTOR', [AREA]), { municipality: { settings } })
    expect(ownProfile).toMatchObject({
      value: {
        id: 'ines',
        role: 'ROLE_INSPECTOR',
        areas: [AREA],
        municipality: { path, codeHidden: true, ownAnswersDays: 9, keepsCitizens: true, brand: { colour: '#004400' } },
        municipalities: [],
        config,
      },
    })
    expect(JSON.stringify(ownProfile)).not.toContain('frameAncestors')
  })

  it('names other municipalities in which they have an area, as far as they are there', () => {
    const user = buildUser('ines', 'ROLE_INSPECTOR', [AREA, FOREIGN_AREA])
    const other = getMunicipality(FOREIGN_AREA)
    expect(judged(user)).toMatchObject({ value: { municipalities: [] } })
    expect(
      judged(user, { other: { ...buildMunicipality(), path: other, settings: { codeHidden: true } } }),
    ).toMatchObject({
      value: { municipalities: [{ path: other, codeHidden: true }] },
    })
  })
})
