import { z } from 'zod'
import { LARGE_STATISTICS_PAGE_SIZE, OWN_ANSWERS_DAYS, STATISTICS_PAGE_SIZE } from '../kernel/limits.ts'
import { linkSchema, list, nameSchema, type DeepReadonly } from './building-blocks.ts'

/** Where the specification says "one specific municipality", there is a setting here; code never asks for an id. */
export const municipalitySettingsSchema = z.object({
  geocoder: z
    .enum(['map-search', 'address-service'])
    .describe('who turns addresses into points: the map search, or the geocoding service'),
  videoAttachments: z.boolean().describe('the editor offers video attachments to everybody here'),
  videoAttachmentUsernames: list(nameSchema, 100).describe('usernames that are offered video attachments anyway'),
  statisticsPageSize: z.int().min(1).max(LARGE_STATISTICS_PAGE_SIZE).describe('answers that statistics load at once'),
  codeHidden: z.boolean().describe('the confirmation page shows no code'),
  electronicSignatureHidden: z.boolean().describe('the answer view shows no electronic signature'),
  sharedDevicesKeepReceived: z
    .boolean()
    .describe('a device that several people use keeps what one of them has received after they sign out'),
  ownAnswersDays: z
    .int()
    .min(0)
    .max(3650)
    .describe("days for which a device keeps its person's answers whole; older ones are fetched when they are opened"),
  brandLogoURL: linkSchema.nullable().describe('logo of its own on its pages'),
  brandColour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .describe('accent colour of its own'),
})
export type MunicipalitySettings = DeepReadonly<z.infer<typeof municipalitySettingsSchema>>

export const DEFAULT_SETTINGS: MunicipalitySettings = {
  geocoder: 'map-search',
  videoAttachments: false,
  videoAttachmentUsernames: [],
  statisticsPageSize: STATISTICS_PAGE_SIZE,
  codeHidden: false,
  electronicSignatureHidden: false,
  sharedDevicesKeepReceived: false,
  ownAnswersDays: OWN_ANSWERS_DAYS,
  brandLogoURL: null,
  brandColour: null,
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

/** What holds for a municipality: its own settings, over those of its special id, over the defaults. */
export function settingsOf(municipality: {
  readonly idMuniCore?: number | undefined
  readonly settings: { readonly [Name in keyof MunicipalitySettings]?: MunicipalitySettings[Name] | undefined }
}): MunicipalitySettings {
  const special = municipality.idMuniCore === undefined ? {} : (SPECIAL_MUNICIPALITIES[municipality.idMuniCore] ?? {})
  const own = Object.entries(municipality.settings).filter(([, value]) => value !== undefined)
  return { ...DEFAULT_SETTINGS, ...special, ...Object.fromEntries(own) }
}
