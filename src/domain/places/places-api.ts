import { z } from 'zod'
import { idMuniCoreSchema } from './documents/place-info.ts'
import { latLngSchema, renamingSchema } from './documents/location.ts'
import { MAX_NAME_LENGTH } from '../kernel/building-blocks.ts'
import { municipalitySettingsSchema } from './documents/municipality-settings.ts'
import { createdPlaceIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { pageCursorSchema } from './page-places.ts'
import { countryIdSchema, provinceIdSchema } from './place-ids.ts'

/** Name as typed. The limit is higher than the rule's, so that the rule's message is shown instead of a parse error. */
const typedSchema = z.string().max(2 * MAX_NAME_LENGTH)

/**
 * `GET /api/municipalities?nombre=`: part of the name or key, or the whole management id; `after` and `before` are
 * cursors.
 */
export const municipalitiesQuerySchema = z.object({
  nombre: z.string().max(200).default(''),
  after: pageCursorSchema.optional(),
  before: pageCursorSchema.optional(),
})
export type MunicipalitiesQuery = Readonly<z.infer<typeof municipalitiesQuerySchema>>

/** Municipality as shown to administrators. `id` identifies it in URLs. */
const municipalityLineSchema = z.object({
  id: z.string(),
  path: municipalityPathSchema,
  nombre: z.string(),
  key: z.string(),
  /** number of the last used code */
  lastKeyNumber: z.int().min(0),
  idMuniCore: idMuniCoreSchema.optional(),
  usarAWS: z.boolean(),
  inhabilitado: z.boolean(),
  ubicacion: latLngSchema.optional(),
  provincia: z.string(),
  pais: z.string(),
  /** country code, for the flag */
  countryCode: z.string(),
  countryBlocked: z.boolean(),
  /** progress of updating the municipality's name in its forms */
  renaming: renamingSchema.optional(),
})
export type MunicipalityListItem = Readonly<z.infer<typeof municipalityLineSchema>>

export const municipalitiesPageSchema = z.object({
  municipalities: z.array(municipalityLineSchema),
  total: z.int().min(0),
  next: pageCursorSchema.optional(),
  previous: pageCursorSchema.optional(),
})
export type MunicipalitiesPage = z.infer<typeof municipalitiesPageSchema>

const wish = {
  nombre: typedSchema,
  key: typedSchema,
  idMuniCore: typedSchema,
  usarAWS: z.boolean(),
  ubicacion: latLngSchema,
}
/** Strict, so that a request cannot set other fields, such as the last code. */
export const editMunicipalitySchema = z.strictObject(wish)
export const createMunicipalitySchema = z.strictObject({
  ...wish,
  id: createdPlaceIdSchema,
  province: provinceIdSchema,
})
export const municipalityResponseSchema = z.object({ municipality: municipalityLineSchema })

/** Request to block or unblock. */
export const blockRequestSchema = z.strictObject({ inhabilitado: z.boolean() })

/** Effect of blocking a municipality or country. */
export const blockEffectSchema = z.object({
  municipalities: z.int().min(0),
  users: z.int().min(0),
  /** devices seen within the last thirty days */
  devices: z.int().min(0),
  /** unsent changes on these devices, as last reported */
  unsent: z.int().min(0),
  publicForms: z.int().min(0),
})
export type BlockEffect = Readonly<z.infer<typeof blockEffectSchema>>

/** `GET /api/municipalities/{id}/settings`. */
export const settingsResponseSchema = z.object({
  municipality: z.object({ id: z.string(), path: municipalityPathSchema, nombre: z.string() }),
  settings: municipalitySettingsSchema,
  /** settings that the caller may change */
  mine: z.array(municipalitySettingsSchema.keyof()),
})
export type SettingsResponse = z.infer<typeof settingsResponseSchema>

/** Forms of the municipality by title, to choose the form for certificates. */
export const municipalityFormsSchema = z.object({
  forms: z.array(z.object({ id: templateIdSchema, titulo: z.string() })),
})

const countryLineSchema = z.object({
  id: z.string(),
  nombre: z.string(),
  inhabilitado: z.boolean(),
  provincias: z.array(z.object({ id: z.string(), nombre: z.string(), municipios: z.int().min(0) })),
})
export type CountryListItem = Readonly<z.infer<typeof countryLineSchema>>
export const countryLinesSchema = z.object({ countries: z.array(countryLineSchema) })

export const createCountrySchema = z.strictObject({ code: z.string().max(20), nombre: typedSchema })
export const createProvinceSchema = z.strictObject({
  id: createdPlaceIdSchema,
  country: countryIdSchema,
  nombre: typedSchema,
})
export const renamePlaceSchema = z.strictObject({ nombre: typedSchema })
/** Id of the created place in URLs. */
export const placeIdResponseSchema = z.object({ id: z.string() })
