import { describe, expect, it } from 'vitest'
import { toCitizen, registeredCitizenSchema } from '#domain/citizens/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { forgetCitizens, findKnownCitizen, rememberCitizen } from './citizens.ts'
import type { Local } from './local.ts'
import { readMeta, writeMeta } from './meta.ts'
import { applyPull } from './pull.ts'
import { removeReceivedData } from './remove-received.ts'

const MUNICIPALITY = AUTHOR_PROFILE.municipality.path
const DAY = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const ROSA = toCitizen(
  registeredCitizenSchema.parse({ id: '9001', nombre: 'Rosa', apellido: 'Leiva', email: '', telefono: '', calle: '' }),
  '30111222',
  'fisica',
)
const asked = (number: string, municipality = MUNICIPALITY) => ({ municipality, number, tipo: 'fisica' as const })
const known = (change: object = {}) => ({
  municipality: MUNICIPALITY,
  number: '30111222',
  citizen: { ...ROSA, ...change },
})
const profile = (keepsCitizens: boolean) => ({
  ...AUTHOR_PROFILE,
  municipality: { ...AUTHOR_PROFILE.municipality, ...(keepsCitizens ? { keepsCitizens } : {}) },
})

async function deviceThat(keeps: boolean): Promise<Local> {
  const { local } = buildPair().device
  await writeMeta(local, 'profile', profile(keeps))
  return local
}
const PAGE = { cursor: 'c', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], answers: [] }
const pulled = (local: Local, keeps: boolean, now: number, serverTime = now) =>
  applyPull(
    local,
    {
      ...PAGE,
      goneAnswers: [],
      held: [],
      areas: [{ path: AREA, nombre: 'Sur' }] as never,
      serverTime: toInstant(serverTime),
      profile: profile(keeps),
    },
    now,
  )

describe('someone who was looked up', () => {
  it('is found again for thirty days, by the number, and in this municipality only', async () => {
    const local = await deviceThat(true)
    await rememberCitizen(local, known(), NOW)
    const find = (dni: string, now = NOW) => findKnownCitizen(local, asked(dni), now)
    expect([await find('30111222'), await find('30111223'), await find('030111222')]).toEqual([ROSA, undefined, ROSA])
    expect([await find('30111222', NOW + 30 * DAY), await find('30111222', NOW + 30 * DAY + 1)]).toEqual([
      ROSA,
      undefined,
    ])
    // A clock that was set back keeps no citizen longer.
    expect(await find('30111222', NOW - 31 * DAY)).toBe(undefined)
    const elsewhere = `${MUNICIPALITY}-otra` as typeof MUNICIPALITY
    expect(await findKnownCitizen(local, asked('30111222', elsewhere), NOW)).toBe(undefined)
  })

  it('is kept nowhere where the municipality does not want it, and goes when it changes its mind', async () => {
    const off = await deviceThat(false)
    await rememberCitizen(off, known(), NOW)
    expect(await readMeta(off, 'citizens')).toBe(undefined)
    const local = await deviceThat(true)
    await rememberCitizen(local, known(), NOW)
    await pulled(local, true, NOW)
    expect(await readMeta(local, 'citizens')).toHaveLength(1)
    await pulled(local, false, NOW)
    expect(await readMeta(local, 'citizens')).toBe(undefined)
  })

  it('goes when the time is over, by the next pull', async () => {
    const local = await deviceThat(true)
    await rememberCitizen(local, known(), NOW)
    await pulled(local, true, NOW + 31 * DAY)
    expect(await readMeta(local, 'citizens')).toBe(undefined)
  })

  it.each([-400, 400])('stays for thirty days where the server’s clock differs by %i days', async (days) => {
    const local = await deviceThat(true)
    await rememberCitizen(local, known(), NOW)
    await pulled(local, true, NOW + 30 * DAY, NOW + days * DAY)
    expect(await readMeta(local, 'citizens')).toHaveLength(1)
    await pulled(local, true, NOW + 31 * DAY, NOW)
    expect(await readMeta(local, 'citizens')).toBe(undefined)
  })

  it('goes with the account, and with what was received', async () => {
    for (const leave of [forgetCitizens, removeReceivedData]) {
      const local = await deviceThat(true)
      await rememberCitizen(local, known(), NOW)
      await leave(local)
      expect(await readMeta(local, 'citizens')).toBe(undefined)
    }
  })

  it('is not kept when the look-up ends after the account has left, and is again after its next sign-in', async () => {
    const local = await deviceThat(true)
    await forgetCitizens(local)
    await rememberCitizen(local, known(), NOW)
    expect(await readMeta(local, 'citizens')).toBe(undefined)
    await writeMeta(local, 'citizensGone', undefined)
    await rememberCitizen(local, known(), NOW)
    expect(await readMeta(local, 'citizens')).toHaveLength(1)
  })

  it('is kept once, and five hundred of them at most, the latest', async () => {
    const local = await deviceThat(true)
    const others = Array.from({ length: 500 }, (_, i) => ({ ...known(), number: String(31_000_000 + i), at: NOW }))
    await writeMeta(local, 'citizens', others)
    await rememberCitizen(local, known(), NOW)
    await rememberCitizen(local, known({ calle: 'Otra 1' }), NOW + 1)
    const kept = await readMeta(local, 'citizens')
    expect([
      kept?.length,
      kept?.[0]?.citizen.calle,
      kept?.filter(({ number }) => number === '30111222').length,
    ]).toEqual([500, 'Otra 1', 1])
  })
})
