import { z } from 'zod'
import { idMuniCoreSchema } from './documents/place-info.ts'
import { latLngSchema, renamingSchema } from './documents/location.ts'
import { MAX_NAME_LENGTH } from '../kernel/building-blocks.ts'
import { municipalitySettingsSchema } from './documents/municipality-settings.ts'
import { createdPlaceIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { placeSchema } from './page-places.ts'
import { countryIdSchema, provinceIdSchema } from './place-ids.ts'

/** More than a field takes, so that a rule says what is wrong and not the parser. */
const typedSchema = z.string().max(2 * MAX_NAME_LENGTH)

/** `GET /api/municipalities?nombre=`: part of name, key or management id; `after`, `before`: an end of another page. */
export const municipalitiesQuerySchema = z.object({
  nombre: z.string().max(200).default(''),
  after: placeSchema.optional(),
  before: placeSchema.optional(),
})
export type MunicipalitiesQuery = Readonly<z.infer<typeof municipalitiesQuerySchema>>

/** A municipality as its administrator sees it. `id` names it in addresses. */
export const municipalityLineSchema = z.object({
  id: z.string(),
  path: municipalityPathSchema,
  nombre: z.string(),
  key: z.string(),
  /** of the last code that was taken */
  lastKeyNumber: z.int().min(0),
  idMuniCore: idMuniCoreSchema.optional(),
  usarAWS: z.boolean(),
  inhabilitado: z.boolean(),
  ubicacion: latLngSchema.optional(),
  provincia: z.string(),
  pais: z.string(),
  /** of its country, for the flag */
  countryCode: z.string(),
  countryBlocked: z.boolean(),
  /** its forms are being given its new name */
  renaming: renamingSchema.optional(),
})
export type MunicipalityLine = Readonly<z.infer<typeof municipalityLineSchema>>

export const municipalitiesPageSchema = z.object({
  municipalities: z.array(municipalityLineSchema),
  total: z.int().min(0),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
})
export type MunicipalitiesPage = z.infer<typeof municipalitiesPageSchema>

const wish = {
  nombre: typedSchema,
  key: typedSchema,
  idMuniCore: typedSchema,
  usarAWS: z.boolean(),
  ubicacion: latLngSchema,
}
/** Strict: no one may send what else a municipality has, its last code above all. */
export const editMunicipalitySchema = z.strictObject(wish)
export const createMunicipalitySchema = z.strictObject({
  ...wish,
  id: createdPlaceIdSchema,
  province: provinceIdSchema,
})
export const municipalityResponseSchema = z.object({ municipality: municipalityLineSchema })

/** Shut out, or let in again. */
export const accessWishSchema = z.strictObject({ inhabilitado: z.boolean() })

/** Whom it would meet to shut a municipality or a country out. */
export const reachSchema = z.object({
  municipalities: z.int().min(0),
  users: z.int().min(0),
  /** devices that were seen in the last thirty days */
  devices: z.int().min(0),
  /** answers that these said last are still on them */
  unsent: z.int().min(0),
  publicForms: z.int().min(0),
})
export type Reach = Readonly<z.infer<typeof reachSchema>>

/** `GET /api/municipalities/{id}/settings`. */
export const settingsResponseSchema = z.object({
  municipality: z.object({ id: z.string(), path: municipalityPathSchema, nombre: z.string() }),
  settings: municipalitySettingsSchema,
  /** which of them the caller may change */
  mine: z.array(municipalitySettingsSchema.keyof()),
})
export type SettingsResponse = z.infer<typeof settingsResponseSchema>

/** Forms of the municipality, by title: one of them may give certificates. */
export const municipalityFormsSchema = z.object({
  forms: z.array(z.object({ id: templateIdSchema, titulo: z.string() })),
})

export const countryLineSchema = z.object({
  id: z.string(),
  nombre: z.string(),
  inhabilitado: z.boolean(),
  provincias: z.array(z.object({ id: z.string(), nombre: z.string(), municipios: z.int().min(0) })),
})
export type CountryLine = Readonly<z.infer<typeof countryLineSchema>>
export const countryLinesSchema = z.object({ countries: z.array(countryLineSchema) })

export const createCountrySchema = z.strictObject({ code: z.string().max(20), nombre: typedSchema })
export const createProvinceSchema = z.strictObject({
  id: createdPlaceIdSchema,
  country: countryIdSchema,
  nombre: typedSchema,
})
export const renamePlaceSchema = z.strictObject({ nombre: typedSchema })
/** How addresses name the place that was made. */
export const placeIdResponseSchema = z.object({ id: z.string() })
