import { describe, expect, it } from 'vitest'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { isOtherProfile, topicsFor } from './nudges.ts'

describe('what a write is news to', () => {
  it('a form: the people of its areas, whose devices hold it', () => {
    const form = (areas: Parameters<typeof buildPlainTemplate>[0]) => ({
      collection: 'formularios',
      document: buildPlainTemplate(areas),
    })
    expect(topicsFor(buildUser('ines'), form({ areas: [AREA] }))).toEqual(['pull'])
    expect(topicsFor(buildUser('ines'), form({ areas: [OTHER_AREA, AREA] }))).toEqual(['pull'])
    expect(topicsFor(buildUser('ines'), form({ areas: [FOREIGN_AREA] }))).toEqual([])
  })

  it('what is nobody’s business: nobody', () => {
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
        topicsFor(buildUser('ada', 'ROLE_ADMIN'), {
          collection,
          document: { id: 'ada', userId: 'ada', areas: [AREA] },
        }),
      ).toEqual([])
    }
  })

  it('a profile that changed: its person, but not for a sign-in', () => {
    const ines = buildUser('ines')
    expect(isOtherProfile(ines, { ...ines, ultimoAcceso: '2026-11-20T15:00:00.000Z' as never })).toBe(false)
    expect(isOtherProfile(ines, { ...ines, areas: [OTHER_AREA] })).toBe(true)
    expect(isOtherProfile(ines, { ...ines, roles: ['ROLE_ADMIN'] })).toBe(true)
  })
})
