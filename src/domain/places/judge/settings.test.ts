import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, putTemplate, putUser, type Desk } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA } from '#tests/support/builders/template.ts'
import {
  SETTING_OWNERS,
  DEFAULT_SETTINGS,
  municipalitySettingsSchema,
  type MunicipalitySettings,
  settingsInputSchema,
  type SettingsInput,
} from '../index.ts'
import { addressSchema, getMunicipality, sha256Schema, templateIdSchema, userIdSchema } from '../../kernel/index.ts'
import { parseRemoteConfig } from '../../sync/index.ts'
import { keys } from '../../store/index.ts'
import { setLogoUnit, changeRemoteConfigUnit, changeSettingsUnit } from './decide-settings.ts'

const HERE = getMunicipality(AREA)

let desk: Desk
beforeEach(() => {
  desk = buildDesk()
  putUser(desk, buildUser('ada', 'ROLE_ADMIN', [AREA]))
  putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_ELEVADO'))
  putUser(desk, buildUser('pia', 'ROLE_SUPERVISOR'))
})

const change = (by: string, wish: SettingsInput) => desk.commit(changeSettingsUnit(HERE, wish, userIdSchema.parse(by)))
const codeOf = (result: { readonly ok: boolean; readonly problem?: { readonly code: string } }) =>
  result.ok ? 'ok' : result.problem?.code
const stored = () => desk.documents.get(keys.municipality(HERE))?.settings
const certificate = (change: Partial<NonNullable<MunicipalitySettings['certificate']>> = {}) => ({
  template: templateIdSchema.parse('nota'),
  activity: addressSchema.parse('0/0'),
  surface: addressSchema.parse('0/0'),
  taxId: addressSchema.parse('0/0'),
  ...change,
})

/** A new value for each setting except the logo. */
const WISHES: Required<SettingsInput> = {
  timeZone: 'America/Montevideo',
  language: 'pt',
  geocoder: 'address-service',
  videoAttachments: true,
  videoAttachmentUsernames: [' Ines ', 'ines', ''],
  statisticsPageSize: 200,
  codeHidden: true,
  electronicSignatureHidden: true,
  sharedDevicesKeepReceived: true,
  citizensOffline: true,
  ownAnswersDays: 7,
  brandColour: '#0B5A53',
  certificate: certificate(),
  frameAncestors: ['https://www.example.org', 'https://*.Example.org:8443'],
  currency: { sign: ' € ', name: 'EUR' },
  deletedAnswersDays: 365,
}

describe('settings', () => {
  it('change one by one, and leave the others as they are', () => {
    change('ada', { codeHidden: true })
    expect(change('ada', { ownAnswersDays: 30 })).toMatchObject({ ok: true, value: { changed: ['ownAnswersDays'] } })
    expect(stored()).toEqual({ codeHidden: true, ownAnswersDays: 30 })
  })

  it('are not written, and not reported as changed, when they are as they were', () => {
    expect(change('ada', { codeHidden: false })).toMatchObject({ ok: true, value: { changed: [] } })
    expect(stored()).toEqual({})
  })

  it('are stored as they are read', () => {
    for (const [name, value] of Object.entries(WISHES)) expect(codeOf(change('ada', { [name]: value }))).toBe('ok')
    expect({ ...DEFAULT_SETTINGS, ...stored() }).toEqual({
      ...DEFAULT_SETTINGS,
      ...WISHES,
      videoAttachmentUsernames: ['ines'],
      brandColour: '#0b5a53',
      frameAncestors: ['https://www.example.org', 'https://*.example.org:8443'],
      currency: { sign: '€', name: 'EUR' },
    })
  })

  it.each(Object.keys(WISHES) as (keyof SettingsInput)[])('%s is changed by anyone who decides about it', (name) => {
    const wish = { [name]: WISHES[name] }
    expect(codeOf(change('sofia', wish))).toBe(SETTING_OWNERS[name] === 'municipality' ? 'ok' : 'settings.not-yours')
    expect(codeOf(change('pia', wish))).toBe('place.missing')
    expect(codeOf(change('ada', wish))).toBe('ok')
  })

  it.each([
    [{ brandColour: 'red' }, 'settings.colour-invalid'],
    [{ brandColour: '#ffff00' }, 'settings.colour-contrast'],
    [{ brandColour: '#777777' }, 'settings.colour-contrast'],
    [{ brandColour: '#767676' }, 'ok'],
    [{ brandColour: null }, 'ok'],
    [{ frameAncestors: ['http://example.org'] }, 'settings.frame-invalid'],
    [{ frameAncestors: ['https://example.org/path'] }, 'settings.frame-invalid'],
    [{ frameAncestors: ["https://example.org; script-src 'unsafe-inline'"] }, 'settings.frame-invalid'],
    [{ frameAncestors: ['https://example.org https://evil.example'] }, 'settings.frame-invalid'],
    [{ frameAncestors: ['*'] }, 'settings.frame-invalid'],
    [{ frameAncestors: ['https://*'] }, 'settings.frame-invalid'],
    [{ frameAncestors: ['https://localhost'] }, 'settings.frame-invalid'],
    [{ frameAncestors: ['http://localhost:3000'] }, 'ok'],
    [{ frameAncestors: ['http://localhost'] }, 'settings.frame-invalid'],
    [{ frameAncestors: ['http://localhost:80.evil.example'] }, 'settings.frame-invalid'],
    [{ currency: { sign: ' ', name: 'EUR' } }, 'settings.currency-invalid'],
    [{ currency: { sign: '€', name: 'Euro' } }, 'settings.currency-invalid'],
    [{ certificate: certificate({ template: templateIdSchema.parse('gone') }) }, 'settings.certificate-form'],
    [{ certificate: certificate({ taxId: addressSchema.parse('7/0') }) }, 'settings.certificate-question'],
    [{ certificate: null }, 'ok'],
  ] as const)('%j: %s', (wish, code) => expect(codeOf(change('ada', wish))).toBe(code))

  it.each([
    ['frameAncestors', Array.from({ length: 21 }, (_, number) => `https://s${number}.example.org`)],
    ['videoAttachmentUsernames', Array.from({ length: 101 }, (_, number) => `user${number}`)],
  ] as const)('of %s there are no more than a municipality can have', (name, values) => {
    const fits = (many: readonly string[]) => [
      settingsInputSchema.safeParse({ [name]: many }).success,
      municipalitySettingsSchema.shape[name].safeParse(many).success,
    ]
    expect([fits(values), fits(values.slice(1))]).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('a certificate is of a form of the municipality', () => {
    putTemplate(desk, buildPlainTemplate({ areas: [FOREIGN_AREA] }))
    expect(codeOf(change('ada', { certificate: certificate() }))).toBe('settings.certificate-form')
  })
})

describe('a logo', () => {
  const image = (digit: string) => ({
    municipality: HERE,
    sha256: sha256Schema.parse(digit.repeat(64)),
    bytes: 10,
    type: 'image/png' as const,
  })
  const put = (by: string, digit: string | null) =>
    desk.commit(setLogoUnit(HERE, digit === null ? null : image(digit), userIdSchema.parse(by)))

  it('takes the place of the one before, whose bytes no one names any more', () => {
    expect(put('sofia', 'a')).toMatchObject({ ok: true, value: { before: null } })
    expect(put('sofia', 'b')).toMatchObject({ ok: true, value: { before: 'a'.repeat(64) } })
    expect(desk.documents.get(keys.municipalityFile(HERE, 'a'.repeat(64)))).toBeUndefined()
    expect(desk.documents.get(keys.municipalityFile(HERE, 'b'.repeat(64)))).toMatchObject({ bytes: 10 })
    expect(put('sofia', null)).toMatchObject({ ok: true, value: { before: 'b'.repeat(64) } })
    expect(stored()).toEqual({ brandLogo: null })
  })

  it('stays when the same one is sent again', () => {
    put('ada', 'a')
    expect(put('ada', 'a')).toMatchObject({ ok: true, value: { before: null, changed: [] } })
    expect(desk.documents.get(keys.municipalityFile(HERE, 'a'.repeat(64)))).toBeDefined()
  })

  it('is no one else’s to choose', () => expect(codeOf(put('pia', 'a'))).toBe('place.missing'))
})

describe('the flags', () => {
  const flags = (moment: string) => ({ ...parseRemoteConfig(undefined), web_session_revokation_datetime: moment })
  const save = (by: string, moment: string) =>
    desk.commit(changeRemoteConfigUnit(flags(moment), userIdSchema.parse(by)))

  it.each([
    ['', 'ok'],
    ['2026-11-22T10:00:00Z', 'ok'],
    ['2026-11-22 10:00:00', 'ok'],
    ['2026-11-22 10:00', 'flags.datetime-invalid'],
    ['the day after tomorrow', 'flags.datetime-invalid'],
  ])('a revocation at %j: %s', (moment, code) => expect(codeOf(save('ada', moment))).toBe(code))

  it('are the administrator’s, and an entry in the log names what changed', () => {
    expect(codeOf(save('sofia', ''))).toBe('access.forbidden')
    expect(save('ada', '2026-11-22T10:00:00Z')).toMatchObject({
      value: { changed: ['web_session_revokation_datetime'] },
    })
  })
})
