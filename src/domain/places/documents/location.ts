import { z } from 'zod'
import { instantSchema } from '../../kernel/instant.ts'
import { areaPathSchema, countryPathSchema, municipalityPathSchema, provincePathSchema } from '../../kernel/paths.ts'
import { linkSchema, nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { municipalitySettingsSchema } from './municipality-settings.ts'
import { idMuniCoreSchema } from './place-info.ts'

/** Point on the map, in degrees. */
export const latLngSchema = z.object({
  latitude: z.number().min(-90).max(90).describe('degrees north'),
  longitude: z.number().min(-180).max(180).describe('degrees east'),
})
export type LatLng = DeepReadonly<z.infer<typeof latLngSchema>>

/** `ubicacion` of an answer. */
export const locationSchema = z.object({
  latlng: latLngSchema.optional().describe('position of the marker; missing if only an address was typed'),
  direccion: z.string().max(1000).describe('address as text, editable'),
})
export type Location = DeepReadonly<z.infer<typeof locationSchema>>

/** Prefix of answer codes: two or more capital letters. */
export const municipalityKeySchema = z
  .string()
  .max(20)
  .regex(/^[A-ZÁÉÍÓÚÜÑÇ]{2,}$/)

/** `paises/{id}` */
export const countrySchema = z.object({
  path: countryPathSchema.describe('path of the country'),
  nombre: nameSchema.describe('name'),
  inhabilitado: z.boolean().default(false).describe('true: the country is blocked'),
  flagURL: linkSchema.optional().describe('URL of the flag, unless the flag is built in'),
})
export type Country = DeepReadonly<z.infer<typeof countrySchema>>

/** `paises/{id}/provincias/{id}` */
export const provinceSchema = z.object({
  path: provincePathSchema.describe('path of the province'),
  nombre: nameSchema.describe('name'),
})
export type Province = DeepReadonly<z.infer<typeof provinceSchema>>

/** Progress of the job that updates the name of an area or municipality in its forms. */
export const renamingSchema = z.object({
  done: z.int().min(0).describe('number of forms already updated'),
  total: z.int().min(0).describe('number of forms to update'),
})

export type Renaming = DeepReadonly<z.infer<typeof renamingSchema>>

/** `paises/{id}/provincias/{id}/municipios/{id}` */
export const municipalitySchema = z.object({
  path: municipalityPathSchema.describe('path of the municipality'),
  nombre: nameSchema.describe('name'),
  idMuniCore: idMuniCoreSchema.optional().describe('id in the management system; missing: not linked'),
  key: municipalityKeySchema.describe(
    'prefix of answer codes; with the default key DESC, every answer has the code DESC',
  ),
  lastKeyNumber: z.int().min(0).default(0).describe('number of the last assigned code'),
  inhabilitado: z.boolean().default(false).describe('true: the municipality is blocked'),
  ubicacion: latLngSchema.optional().describe('centre of its maps'),
  usarAWS: z.boolean().default(false).describe('true: the management system runs on AWS'),
  settings: municipalitySettingsSchema.partial().default({}).describe('settings of this municipality'),
  renaming: renamingSchema.optional().describe('a renaming whose forms are still being updated'),
})
export type Municipality = DeepReadonly<z.infer<typeof municipalitySchema>>

/** `paises/{id}/provincias/{id}/municipios/{id}/areas_municipales/{id}` */
export const areaSchema = z.object({
  path: areaPathSchema.describe('path of the area'),
  nombre: nameSchema.describe('name'),
  municipalityPath: municipalityPathSchema.describe('municipality that it belongs to; its parent, as an indexed field'),
  closedUntil: instantSchema
    .optional()
    .describe('time until which no user or form can be added, because deletion is being checked'),
  renaming: renamingSchema.optional().describe('a renaming whose forms are still being updated'),
})
export type Area = DeepReadonly<z.infer<typeof areaSchema>>

/** Places whose names are copied into forms: the first area and its municipality. */
export type PlaceNamedInForms = Area | Municipality
