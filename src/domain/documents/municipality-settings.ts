import { z } from 'zod'
import { addressSchema } from '../kernel/address.ts'
import { sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import {
  DELETED_ANSWERS_DAYS,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  LARGE_STATISTICS_PAGE_SIZE,
  MAX_OWN_ANSWERS_DAYS,
  OWN_ANSWERS_DAYS,
  STATISTICS_PAGE_SIZE,
} from '../kernel/limits.ts'
import { list, nameSchema, type DeepReadonly } from './building-blocks.ts'
import { countryDefaults } from './country-defaults.ts'
import { currencySchema } from './currency.ts'

/** A page that may put ours into a frame, as the header `frame-ancestors` names it: https, a host or all below one, no path; or a server on the reader's own machine, for building such a page. */
export const FRAME_ORIGIN =
  /^(?:https:\/\/(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(:[1-9]\d{0,4})?|http:\/\/localhost:[1-9]\d{0,4})$/
export const MAX_FRAME_ORIGINS = 20
export const MAX_VIDEO_USERNAMES = 100
/** Longer than the name of any time zone. */
export const MAX_ZONE_LENGTH = 60
/** Names of zones, and nothing that has to be written otherwise in an address. */
export const ZONE_NAME = /^[A-Za-z0-9_+/-]*$/

/** The answers of one form give a registration certificate; what it prints is drawn from these questions (part 3, point 2). */
export const certificateSchema = z.object({
  template: templateIdSchema.describe('the form'),
  activity: addressSchema.describe('question that says the activity'),
  surface: addressSchema.describe('question that says the surface'),
  taxId: addressSchema.describe('question that says the tax number'),
})
export type CertificateSettings = DeepReadonly<z.infer<typeof certificateSchema>>

/** Where the specification says "one specific municipality", there is a setting here; code never asks for an id. */
export const municipalitySettingsSchema = z.object({
  timeZone: z
    .string()
    .min(1)
    .max(MAX_ZONE_LENGTH)
    .regex(ZONE_NAME)
    .describe('whose days and hours count where no browser says otherwise, as `America/Montevideo`'),
  language: z.enum(LANGUAGES).describe('of papers and letters where no browser says otherwise'),
  geocoder: z
    .enum(['map-search', 'address-service'])
    .describe('who turns addresses into points: the map search, or the geocoding service'),
  videoAttachments: z.boolean().describe('the editor offers video attachments to everybody here'),
  videoAttachmentUsernames: list(nameSchema, MAX_VIDEO_USERNAMES).describe(
    'usernames that are offered video attachments anyway',
  ),
  statisticsPageSize: z.int().min(1).max(LARGE_STATISTICS_PAGE_SIZE).describe('answers that statistics load at once'),
  codeHidden: z.boolean().describe('the confirmation page shows no code'),
  electronicSignatureHidden: z.boolean().describe('the answer view shows no electronic signature'),
  sharedDevicesKeepReceived: z
    .boolean()
    .describe('a device that several people use keeps what one of them has received after they sign out'),
  citizensOffline: z
    .boolean()
    .describe(
      'devices keep for 30 days whom they have looked up in the citizen registry, to find them without a network',
    ),
  ownAnswersDays: z
    .int()
    .min(0)
    .max(MAX_OWN_ANSWERS_DAYS)
    .describe("days for which a device keeps its person's answers whole; older ones are fetched when they are opened"),
  brandLogo: sha256Schema
    .nullable()
    .describe('logo of its own on its pages: the SHA-256 of an image that was sent for it'),
  brandColour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .describe('accent colour of its own; white can be read on it'),
  certificate: certificateSchema.nullable().describe('which form gives a certificate, and what it prints'),
  frameAncestors: list(z.string().max(300).regex(FRAME_ORIGIN), MAX_FRAME_ORIGINS).describe(
    'other sites that may show its public pages in a frame',
  ),
  currency: currencySchema.describe('in which payments and prices are'),
  deletedAnswersDays: z
    .int()
    .min(DELETED_ANSWERS_DAYS.least)
    .max(DELETED_ANSWERS_DAYS.most)
    .nullable()
    .describe('days after which a deleted answer is removed for good; null: it is kept'),
})
export type MunicipalitySettings = DeepReadonly<z.infer<typeof municipalitySettingsSchema>>

export const DEFAULT_SETTINGS: MunicipalitySettings = {
  timeZone: 'UTC',
  language: DEFAULT_LANGUAGE,
  geocoder: 'map-search',
  videoAttachments: false,
  videoAttachmentUsernames: [],
  statisticsPageSize: STATISTICS_PAGE_SIZE,
  codeHidden: false,
  electronicSignatureHidden: false,
  sharedDevicesKeepReceived: false,
  citizensOffline: false,
  ownAnswersDays: OWN_ANSWERS_DAYS,
  brandLogo: null,
  brandColour: null,
  certificate: null,
  frameAncestors: [],
  currency: { sign: '$', name: 'ARS' },
  deletedAnswersDays: DELETED_ANSWERS_DAYS.least,
}

/**
 * The special ids of the specification (part 1, point 9), by idMuniCore. It says which behaviour belongs to which id only for the
 * geocoder; the others start like everybody and are set by an administrator, because a guess would hide somebody's codes.
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

/** What holds for a municipality: its own settings, over those of its special id, over its country's, over the defaults. */
export function settingsOf(municipality: {
  readonly path?: string | undefined
  readonly idMuniCore?: number | undefined
  readonly settings: { readonly [Name in keyof MunicipalitySettings]?: MunicipalitySettings[Name] | undefined }
}): MunicipalitySettings {
  const special = municipality.idMuniCore === undefined ? {} : (SPECIAL_MUNICIPALITIES[municipality.idMuniCore] ?? {})
  const own = Object.entries(municipality.settings).filter(([, value]) => value !== undefined)
  return { ...DEFAULT_SETTINGS, ...countryDefaults(municipality.path), ...special, ...Object.fromEntries(own) }
}

/** The language of a letter that no one waits for before a screen: that of the municipality, and where it is not stored, of its country. */
export function municipalityLanguage(
  path: string,
  municipality: Parameters<typeof settingsOf>[0] | undefined,
): MunicipalitySettings['language'] {
  return settingsOf(municipality ?? { path, settings: {} }).language
}
