import { expect, it } from 'vitest'
import { z } from 'zod'
import { templateIdSchema } from '../../kernel/index.ts'
import { pickDeviceSettings, buildDeviceSettingsShape } from './device-settings.ts'
import { DEFAULT_SETTINGS, type MunicipalitySettings } from './municipality-settings.ts'

const CERTIFICATE = { template: templateIdSchema.parse('altas'), activity: '0/0', surface: '0/1', taxId: '0/2' }
const SET = {
  ...DEFAULT_SETTINGS,
  codeHidden: true,
  sharedDevicesKeepReceived: true,
  citizensOffline: true,
  ownAnswersDays: 0,
  certificate: CERTIFICATE,
  timeZone: 'America/Lima',
} as MunicipalitySettings
const HERE = {
  codeHidden: true,
  keepsCitizens: true,
  certificate: CERTIFICATE,
  currency: DEFAULT_SETTINGS.currency,
  timeZone: 'America/Lima',
}

it('tells devices what is on, by the names of the profile; what is off or not there is not listed', () => {
  expect(pickDeviceSettings(DEFAULT_SETTINGS, ['at home', 'everywhere'])).toEqual({
    ownAnswersDays: DEFAULT_SETTINGS.ownAnswersDays,
    currency: DEFAULT_SETTINGS.currency,
    timeZone: 'UTC',
  })
  expect(pickDeviceSettings(SET, ['everywhere'])).toEqual(HERE)
  expect(pickDeviceSettings(SET, ['at home', 'everywhere'])).toEqual({
    ...HERE,
    ownAnswersDays: 0,
    keepsReceived: true,
  })
})

it('has a profile read what it tells, and do without what an earlier server did not tell', () => {
  const schema = z.strictObject(buildDeviceSettingsShape(['at home', 'everywhere']))
  expect(schema.parse(pickDeviceSettings(SET, ['at home', 'everywhere']))).toMatchObject(HERE)
  expect(schema.parse({})).toEqual({})
  expect(schema.safeParse({ certificate: null }).success).toBe(false)
})
