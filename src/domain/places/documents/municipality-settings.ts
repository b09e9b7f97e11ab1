import { z } from 'zod'
import { sha256Schema } from '../../kernel/ids.ts'
import {
  DELETED_ANSWERS_DAYS,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  LARGE_STATISTICS_PAGE_SIZE,
  STATISTICS_PAGE_SIZE,
  type Language,
} from '../../kernel/limits.ts'
import { boundedList, nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { findCountryId, findCountryLanguage } from './country-language.ts'
import { DEVICE_SETTINGS, type SettingDefinition } from './device-settings.ts'

/** Default time zone and language of a country. */
type CountryDefaults = { readonly timeZone: string; readonly language: Language }

/** Time zone of each country by its id; for countries with several zones, the zone with the largest population. */
const ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  BO: 'America/La_Paz',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  CR: 'America/Costa_Rica',
  CU: 'America/Havana',
  DO: 'America/Santo_Domingo',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  GT: 'America/Guatemala',
  HN: 'America/Tegucigalpa',
  JP: 'Asia/Tokyo',
  MX: 'America/Mexico_City',
  NI: 'America/Managua',
  PA: 'America/Panama',
  PE: 'America/Lima',
  PR: 'America/Puerto_Rico',
  PT: 'Europe/Lisbon',
  PY: 'America/Asuncion',
  SV: 'America/El_Salvador',
  UY: 'America/Montevideo',
  VE: 'America/Caracas',
}

/**
 * Defaults of a municipality's country. @param path `paises/{id}/…`; unlisted countries use the specification's
 * language and UTC
 */
function getCountryDefaults(path: string | undefined): CountryDefaults {
  return { timeZone: ZONES[findCountryId(path)] ?? 'UTC', language: findCountryLanguage(path) ?? DEFAULT_LANGUAGE }
}

/**
 * Origin of pages that may embed ours (`frame-ancestors`): https, one host or all subdomains, no path. Localhost is
 * accepted for development.
 */
export const FRAME_ORIGIN_PATTERN =
  /^(?:https:\/\/(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(:[1-9]\d{0,4})?|http:\/\/localhost:[1-9]\d{0,4})$/
export const MAX_FRAME_ORIGINS = 20
export const MAX_VIDEO_USERNAMES = 100
/** Maximum characters of a time zone name. */
export const MAX_TIME_ZONE_LENGTH = 60
/** Matches names of time zones that need no escaping in URLs. */
export const TIME_ZONE_PATTERN = /^[A-Za-z0-9_+/-]*$/

export const MAX_LANGUAGE_NAME_LENGTH = 40
/** Maximum characters of a language tag, as RFC 5646 recommends. */
export const MAX_LANGUAGE_TAG_LENGTH = 35

/** A language that the municipality has translated itself. Its code is `ot`. */
export const ownLanguageSchema = z.object({
  name: z.string().min(1).max(MAX_LANGUAGE_NAME_LENGTH).describe('name of the language in the language itself'),
  tag: z
    .string()
    .max(MAX_LANGUAGE_TAG_LENGTH)
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)
    .describe('BCP 47 tag, such as `qu-BO`, for numbers, plurals and screen readers'),
  sha256: sha256Schema.describe('SHA-256 of its compiled catalogue'),
  translated: z.int().min(0).describe('number of translated texts'),
  total: z.int().min(0).describe('number of texts when it was uploaded'),
  ignored: z.int().min(0).describe('number of uploaded texts that Relevo does not have'),
})
export type OwnLanguage = DeepReadonly<z.infer<typeof ownLanguageSchema>>

/**
 * Settings of municipalities. Behaviour that the specification ties to "one specific municipality" is a setting here;
 * other code never checks ids.
 */
const SETTINGS = {
  ...DEVICE_SETTINGS,
  timeZone: {
    ...DEVICE_SETTINGS.timeZone,
    schema: z
      .string()
      .min(1)
      .max(MAX_TIME_ZONE_LENGTH)
      .regex(TIME_ZONE_PATTERN)
      .describe('time zone, such as `America/Montevideo`, of dates and times of payments, events, files and e-mails'),
  },
  language: {
    schema: z.enum(LANGUAGES).describe("language of PDFs and e-mails where no browser's language applies"),
    initially: DEFAULT_LANGUAGE,
    decidedBy: 'municipality',
  },
  geocoder: {
    schema: z
      .enum(['map-search', 'address-service'])
      .describe('service that finds addresses; map-search: map search; address-service: geocoding service'),
    initially: 'map-search',
    decidedBy: 'provider',
  },
  videoAttachments: {
    schema: z.boolean().describe('the editor offers video attachments to all users of the municipality'),
    initially: false,
    decidedBy: 'provider',
  },
  videoAttachmentUsernames: {
    schema: boundedList(nameSchema, MAX_VIDEO_USERNAMES).describe(
      'usernames that are always offered video attachments',
    ),
    initially: [],
    decidedBy: 'provider',
  },
  statisticsPageSize: {
    schema: z.int().min(1).max(LARGE_STATISTICS_PAGE_SIZE).describe('number of answers that statistics load at once'),
    initially: STATISTICS_PAGE_SIZE,
    decidedBy: 'provider',
  },
  brandLogo: {
    schema: sha256Schema.nullable().describe('SHA-256 of its own logo, shown on its pages'),
    initially: null,
    decidedBy: 'municipality',
  },
  ownLanguage: {
    schema: ownLanguageSchema
      .nullable()
      .describe('the language that the municipality has translated itself; null: none'),
    initially: null,
    decidedBy: 'municipality',
  },
  brandColour: {
    schema: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .nullable()
      .describe('accent colour of the municipality, dark enough for white text'),
    initially: null,
    decidedBy: 'municipality',
  },
  frameAncestors: {
    schema: boundedList(z.string().max(300).regex(FRAME_ORIGIN_PATTERN), MAX_FRAME_ORIGINS).describe(
      'sites that may embed its public pages',
    ),
    initially: [],
    decidedBy: 'provider',
  },
  deletedAnswersDays: {
    schema: z
      .int()
      .min(DELETED_ANSWERS_DAYS.least)
      .max(DELETED_ANSWERS_DAYS.most)
      .nullable()
      .describe('days after which a deleted answer is erased; null: never'),
    initially: DELETED_ANSWERS_DAYS.least,
    decidedBy: 'provider',
  },
} as const satisfies Readonly<Record<string, SettingDefinition>>
type Table = typeof SETTINGS

/** Returns one property of all settings, by setting name. */
function buildSettingsColumn<Column extends keyof SettingDefinition>(
  name: Column,
): { readonly [Name in keyof Table]: Table[Name][Column] } {
  return Object.fromEntries(Object.entries(SETTINGS).map(([setting, row]) => [setting, row[name]])) as never
}

export const municipalitySettingsSchema = z.object(buildSettingsColumn('schema'))
export type MunicipalitySettings = DeepReadonly<z.infer<typeof municipalitySettingsSchema>>
export const DEFAULT_SETTINGS: MunicipalitySettings = buildSettingsColumn('initially')
/** User group that may change each setting. */
export const SETTING_OWNERS = buildSettingsColumn('decidedBy')

/**
 * Special municipality ids of the specification (part 1, point 9), by idMuniCore. Only the geocoder is tied to an id in
 * the specification. The other ids start with defaults and are configured by an administrator, because a wrong guess
 * would hide answer codes.
 */
const SPECIAL_MUNICIPALITIES: Readonly<Record<number, Partial<MunicipalitySettings>>> = {
  /** development */
  1: {},
  70: {},
  114: { geocoder: 'address-service' },
  458: {},
  506: {},
  512: {},
  766: {},
}

/**
 * Returns the effective settings of a municipality. In order of precedence, these are its own settings, those of its
 * special id, those of its country, and the defaults.
 */
export function resolveSettings(municipality: {
  readonly path?: string | undefined
  readonly idMuniCore?: number | undefined
  readonly settings: { readonly [Name in keyof MunicipalitySettings]?: MunicipalitySettings[Name] | undefined }
}): MunicipalitySettings {
  const special = municipality.idMuniCore === undefined ? {} : (SPECIAL_MUNICIPALITIES[municipality.idMuniCore] ?? {})
  const own = Object.entries(municipality.settings).filter(([, value]) => value !== undefined)
  return { ...DEFAULT_SETTINGS, ...getCountryDefaults(municipality.path), ...special, ...Object.fromEntries(own) }
}

/** Language of automatic e-mails: the municipality's, or its country's if it is not stored. */
export function findMunicipalityLanguage(
  path: string,
  municipality: Parameters<typeof resolveSettings>[0] | undefined,
): MunicipalitySettings['language'] {
  return resolveSettings(municipality ?? { path, settings: {} }).language
}
