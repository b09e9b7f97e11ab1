import { getVisibleText } from '../kernel/visible-text.ts'
import { z } from 'zod'
import {
  SETTING_OWNERS,
  FRAME_ORIGIN_PATTERN,
  MAX_FRAME_ORIGINS,
  MAX_LANGUAGE_NAME_LENGTH,
  MAX_LANGUAGE_TAG_LENGTH,
  municipalitySettingsSchema,
  ownLanguageSchema,
  type MunicipalitySettings,
  type OwnLanguage,
} from './documents/municipality-settings.ts'
import type { Municipality } from './documents/location.ts'
import { MIN_BRAND_CONTRAST } from '../kernel/limits.ts'
import { isTimeZone } from '../kernel/time-zones.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { computeContrastWithWhite } from './contrast.ts'

/**
 * Settings of a municipality that an actor may change. `own`: those that the municipality decides (`SETTING_OWNERS`).
 */
export type SettingsScope = 'all' | 'own'

export function mayChangeSetting(reach: SettingsScope, setting: keyof MunicipalitySettings): boolean {
  return reach === 'all' || SETTING_OWNERS[setting] === 'municipality'
}

/** Settings to change, as typed; `parseSettings` validates them. Logo and language are uploaded separately. */
export const settingsInputSchema = z
  .strictObject(municipalitySettingsSchema.omit({ brandLogo: true, ownLanguage: true }).shape)
  .extend({
    timeZone: municipalitySettingsSchema.shape.timeZone.refine(isTimeZone),
    brandColour: z.string().max(20).nullable(),
    frameAncestors: z
      .array(z.string().max(300))
      .max(MAX_FRAME_ORIGINS)
      .readonly()
      .describe("sites that may embed the municipality's public pages, as typed"),
  })
  .partial()
export type SettingsInput = z.infer<typeof settingsInputSchema>

/**
 * Validates settings. Refuses with settings.colour-invalid, settings.colour-contrast (white text must be readable),
 * settings.frame-invalid and settings.currency-invalid. The certificate's form is checked in the transaction.
 */
export function parseSettings(input: SettingsInput): Result<Municipality['settings']> {
  const { brandColour, frameAncestors, videoAttachmentUsernames, currency, ...rest } = input
  const colour = brandColour?.trim().toLowerCase() ?? null
  if (colour !== null && !/^#[0-9a-f]{6}$/.test(colour)) return refuse('settings.colour-invalid')
  if (colour !== null && computeContrastWithWhite(colour) < MIN_BRAND_CONTRAST)
    return refuse('settings.colour-contrast', { contrast: computeContrastWithWhite(colour), least: MIN_BRAND_CONTRAST })
  const frames = frameAncestors && dropDuplicateLines(frameAncestors)
  const wrong = frames?.find((frame) => !FRAME_ORIGIN_PATTERN.test(frame))
  if (wrong !== undefined) return refuse('settings.frame-invalid', { site: wrong })
  if (currency !== undefined && (getVisibleText(currency.sign) === '' || !/^[A-Z]{3}$/.test(currency.name.trim())))
    return refuse('settings.currency-invalid')
  return ok({
    ...rest,
    ...(brandColour === undefined ? {} : { brandColour: colour }),
    ...(frames === undefined ? {} : { frameAncestors: frames }),
    ...(videoAttachmentUsernames === undefined
      ? {}
      : { videoAttachmentUsernames: dropDuplicateLines(videoAttachmentUsernames) }),
    ...(currency === undefined ? {} : { currency: { sign: currency.sign.trim(), name: currency.name.trim() } }),
  })
}

/** Distinct lines in lower case; hosts and usernames are case-insensitive. */
function dropDuplicateLines(lines: readonly string[]): readonly string[] {
  return [...new Set(lines.map((line) => line.trim().toLowerCase()).filter((line) => line !== ''))]
}

/** Name and tag of a language, as typed. */
export const languageInputSchema = z.object({
  name: z.string().max(2 * MAX_LANGUAGE_NAME_LENGTH),
  tag: z.string().max(2 * MAX_LANGUAGE_TAG_LENGTH),
})

/** Validates a language. Refuses with place.name-required and settings.language-code. */
export function parseLanguageInput(
  typed: Readonly<z.infer<typeof languageInputSchema>>,
): Result<Pick<OwnLanguage, 'name' | 'tag'>> {
  const { shape } = ownLanguageSchema
  const [name, tag] = [typed.name.trim(), typed.tag.trim()]
  if (getVisibleText(name) === '' || !shape.name.safeParse(name).success) return refuse('place.name-required')
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    return shape.tag.safeParse(canonical).success
      ? ok({ name, tag: canonical ?? '' })
      : refuse('settings.language-code')
  } catch {
    return refuse('settings.language-code')
  }
}
