import { describe, expect, it } from 'vitest'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { instantSchema } from '../kernel/instant.ts'
import { toInstant, toMilliseconds } from '../kernel/moments.ts'
import { getMunicipality } from '../kernel/path-parts.ts'
import {
  computeArrivalStatus,
  computeArrivalCutoff,
  hasServedMunicipality,
  canOverseeDevice,
  mergeDeviceRecord,
  type StoredDeviceReport,
} from './fleet.ts'

const NOW = instantSchema.parse('2026-11-20T15:00:00.000Z')
const at = (time: string) => instantSchema.parse(`2026-11-20T${time}.000Z`)
const HOUR = 3_600_000

describe('what one report proves', () => {
  it.each([
    ['nothing waits', { at: at('14:59:55'), oldest: null, skew: 0 }, '2026-11-20T14:59:55.000Z'],
    ['something waits', { at: at('14:59:55'), oldest: at('11:30:00'), skew: 0 }, '2026-11-20T11:29:59.999Z'],
    [
      'a clock an hour behind, measured',
      { at: at('13:59:55'), oldest: at('10:30:00'), skew: HOUR },
      '2026-11-20T11:29:59.999Z',
    ],
    [
      'a clock an hour ahead, not measured yet',
      { at: at('15:59:55'), oldest: at('12:30:00'), skew: 0 },
      '2026-11-20T11:29:04.999Z',
    ],
    ['a clock that claims the future', { at: at('23:00:00'), oldest: null, skew: 0 }, '2026-11-20T14:59:00.000Z'],
    ['an app that does not say when', { oldest: null, skew: 0 }, '2026-11-20T14:59:00.000Z'],
  ] as const)('%s', (_, report, until) => {
    expect(computeArrivalCutoff({ at: undefined, ...report }, NOW)).toBe(until)
  })

  it('is nothing when the clock was set back below what waits', () => {
    expect(computeArrivalCutoff({ at: at('10:00:00'), oldest: at('11:30:00'), skew: 5 * HOUR }, NOW)).toBeNull()
  })

  it('is never about the time after its arrival', () => {
    for (const skew of [-9 * HOUR, 0, 9 * HOUR]) {
      for (const oldest of [null, at('14:59:59')])
        expect((computeArrivalCutoff({ at: at('14:59:59'), oldest, skew }, NOW) ?? '') <= NOW).toBe(true)
    }
  })
})

function line(change: Partial<StoredDeviceReport>): StoredDeviceReport {
  return {
    ...buildReport(),
    userId: 'ines' as StoredDeviceReport['userId'],
    name: 'Inés',
    email: 'i@x',
    areas: [AREA],
    municipalityPath: MUNICIPALITY as StoredDeviceReport['municipalityPath'],
    seenAt: NOW,
    clearUntil: NOW,
    ...change,
  }
}

describe('what a device remembers of an account', () => {
  const elsewhere = getMunicipality(FOREIGN_AREA)
  const both = line({ areas: [AREA, FOREIGN_AREA] })

  it('is every municipality that it worked in, at home or in an area, also after the area was withdrawn', () => {
    const now = mergeDeviceRecord(line({}), mergeDeviceRecord(both, undefined))
    expect(now.served).toEqual([MUNICIPALITY, elsewhere])
    expect([
      hasServedMunicipality(now, elsewhere),
      hasServedMunicipality(mergeDeviceRecord(line({}), undefined), elsewhere),
      hasServedMunicipality(undefined, elsewhere),
    ]).toEqual([true, false, false])
  })
})

describe('what the reports prove together', () => {
  const fleet = (devices: readonly StoredDeviceReport[], complete = true) =>
    computeArrivalStatus({ serverTime: NOW, devices: [...devices], complete })

  it('is as much as the weakest of them', () => {
    const weak = line({ clearUntil: at('11:30:00'), queued: 2, oldest: at('11:30:00') })
    expect(fleet([line({}), weak, line({})])).toMatchObject({
      until: at('11:30:00'),
      reporting: 3,
      holding: [weak],
      silent: [],
    })
  })

  it('leaves out, and names, a device that has been silent for a week', () => {
    const gone = line({ seenAt: toInstant(toMilliseconds(NOW) - 8 * 24 * HOUR), clearUntil: at('01:00:00') })
    expect(fleet([line({}), gone])).toMatchObject({ until: NOW, reporting: 1, silent: [gone] })
  })

  it('is nothing when one proves nothing, when none reports, and when there are more than are known', () => {
    expect(fleet([line({}), line({ clearUntil: null })]).until).toBeNull()
    expect(fleet([]).until).toBeNull()
    expect(fleet([line({})], false).until).toBeNull()
  })
})

it('devices are shown to those who look after the people who carry them', () => {
  const sees = (user: ReturnType<typeof buildUser>) =>
    [AREA, OTHER_AREA, FOREIGN_AREA].map((area) =>
      canOverseeDevice(
        user,
        line({
          areas: [area],
          municipalityPath: area.split('/').slice(0, 6).join('/') as StoredDeviceReport['municipalityPath'],
        }),
      ),
    )
  expect(sees(buildUser('a', 'ROLE_ADMIN'))).toEqual([true, true, true])
  expect(sees(buildUser('e', 'ROLE_SUPERVISOR_ELEVADO'))).toEqual([true, true, false])
  expect(sees(buildUser('s', 'ROLE_SUPERVISOR'))).toEqual([true, false, false])
  for (const role of [
    'ROLE_INSPECTOR',
    'ROLE_GENERADOR',
    'ROLE_CENSISTA_PRIVADO',
    'ROLE_GENERADOR_CORRECTOR_RESPUESTAS',
  ] as const) {
    expect(sees(buildUser('x', role))).toEqual([false, false, false])
  }
})
