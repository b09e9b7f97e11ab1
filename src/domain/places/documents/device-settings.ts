import { z } from 'zod'
import { addressSchema } from '../../kernel/address.ts'
import { templateIdSchema } from '../../kernel/ids.ts'
import { MAX_OWN_ANSWERS_DAYS, OWN_ANSWERS_DAYS } from '../../kernel/limits.ts'
import type { DeepReadonly } from '../../kernel/building-blocks.ts'
import { currencySchema } from '../../payments/documents/currency.ts'

/** Setting of a municipality: schema, default, and who may change it. */
export type SettingDefinition = {
  readonly schema: z.ZodType
  readonly initially: unknown
  /**
   * `municipality`: its supervisors and administrators; `provider`: administrators only, because it causes costs
   * (services, storage), opens the installation to other sites, or has legal or financial consequences
   */
  readonly decidedBy: 'municipality' | 'provider'
}

/** Setting of a municipality that is also sent to devices. */
type DeviceSetting = SettingDefinition & {
  /** municipalities whose setting a profile contains: the user's own, or all in which the user has areas */
  readonly sentTo: 'at home' | 'everywhere'
  /** field name in the profile, if different */
  readonly as?: string
  /** schema in the profile, if different; unset values are left out of the profile */
  readonly deviceSchema?: z.ZodType
}
type SentTo = DeviceSetting['sentTo']

/** Certificate of registration printed from the answers of one form, with these questions (part 3, point 2). */
export const certificateSchema = z.object({
  template: templateIdSchema.describe('the form'),
  activity: addressSchema.describe('question about the activity'),
  surface: addressSchema.describe('question about the surface area'),
  taxId: addressSchema.describe('question about the tax number'),
})
export type CertificateSettings = DeepReadonly<z.infer<typeof certificateSchema>>

/** Settings that are sent to devices in the profile. */
export const DEVICE_SETTINGS = {
  codeHidden: {
    schema: z
      .boolean()
      .describe(
        'hides the answer code on the confirmation page and from citizens; PDFs and e-mails show the reference instead',
      ),
    initially: false,
    decidedBy: 'municipality',
    sentTo: 'everywhere',
  },
  electronicSignatureHidden: {
    schema: z.boolean().describe('hides the electronic signature in the answer view and in PDFs'),
    initially: false,
    decidedBy: 'municipality',
    sentTo: 'everywhere',
  },
  sharedDevicesKeepReceived: {
    schema: z.boolean().describe('shared devices keep received data after a user signs out'),
    initially: false,
    decidedBy: 'municipality',
    sentTo: 'at home',
    as: 'keepsReceived',
  },
  citizensOffline: {
    schema: z.boolean().describe('devices keep citizens found in the registry for 30 days, for use without a network'),
    initially: false,
    decidedBy: 'provider',
    sentTo: 'everywhere',
    as: 'keepsCitizens',
  },
  ownAnswersDays: {
    schema: z
      .int()
      .min(0)
      .max(MAX_OWN_ANSWERS_DAYS)
      .describe("days for which devices keep full copies of the user's answers; older ones are fetched when opened"),
    initially: OWN_ANSWERS_DAYS,
    decidedBy: 'municipality',
    sentTo: 'at home',
    deviceSchema: z.int().min(0),
  },
  certificate: {
    schema: certificateSchema.nullable().describe('the form that issues certificates, and what they contain'),
    initially: null,
    decidedBy: 'municipality',
    sentTo: 'everywhere',
    deviceSchema: certificateSchema,
  },
  currency: {
    schema: currencySchema.describe('currency of payments and prices'),
    initially: { sign: '$', name: 'ARS' },
    decidedBy: 'provider',
    sentTo: 'everywhere',
  },
  timeZone: {
    schema: z.string(),
    initially: 'UTC',
    decidedBy: 'municipality',
    sentTo: 'everywhere',
  },
} as const satisfies Readonly<Record<string, DeviceSetting>>

type Table = typeof DEVICE_SETTINGS
type DeviceShape<Where extends SentTo> = {
  readonly [
    Name in keyof Table as Table[Name]['sentTo'] extends Where
      ? Table[Name] extends { readonly as: infer As extends string }
        ? As
        : Name
      : never
  ]: z.ZodOptional<
    Table[Name] extends { readonly deviceSchema: infer Schema extends z.ZodType } ? Schema : Table[Name]['schema']
  >
}
/** Settings in a profile. */
export type DeviceSettings<Where extends SentTo> = {
  readonly [Name in keyof DeviceShape<Where>]?: z.output<DeviceShape<Where>[Name]>
}

const ROWS: readonly (readonly [string, DeviceSetting])[] = Object.entries(DEVICE_SETTINGS)

/** Returns the schema of a municipality's settings in a profile. @param where which settings to include, by `sentTo` */
export function buildDeviceSettingsShape<Where extends SentTo>(where: readonly Where[]): DeviceShape<Where> {
  return Object.fromEntries(
    listSentRows(where).map(([, name, { deviceSchema, schema }]) => [name, (deviceSchema ?? schema).optional()]),
  ) as never
}

/** Returns the values of settings for a profile, without those that are off or unset. */
export function pickDeviceSettings<Where extends SentTo>(
  settings: Readonly<Record<keyof Table, unknown>>,
  where: readonly Where[],
): DeviceSettings<Where> {
  const sentTo = listSentRows(where).map(([setting, name]) => [name, settings[setting as keyof Table]] as const)
  return Object.fromEntries(sentTo.filter(([, value]) => value !== false && value !== null)) as never
}

function listSentRows(where: readonly SentTo[]) {
  return ROWS.filter(([, { sentTo }]) => where.includes(sentTo)).map(
    ([setting, row]) => [setting, row.as ?? setting, row] as const,
  )
}
