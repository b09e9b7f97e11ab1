import { z } from 'zod'
import { areaPathSchema, countryPathSchema, municipalityPathSchema, provincePathSchema } from '../kernel/paths.ts'

/** `POST /api/getListaPaises` (part 1, point 7): tree of places, by name. `ref`: path; `id`: its last segment. */
const named = { id: z.string(), nombre: z.string() }

const areaOfListSchema = z.object({ ref: areaPathSchema, ...named })
const municipalityOfListSchema = z.object({
  ref: municipalityPathSchema,
  ...named,
  /** missing: not linked to the management system */
  idMuniCore: z.int().optional(),
  usarAWS: z.boolean(),
  areas: z.array(areaOfListSchema),
})
const provinceOfListSchema = z.object({
  ref: provincePathSchema,
  ...named,
  municipios: z.array(municipalityOfListSchema),
})
const countryOfListSchema = z.object({
  ref: countryPathSchema,
  ...named,
  provincias: z.array(provinceOfListSchema),
})
export const countriesSchema = z.array(countryOfListSchema)

export type ListedMunicipality = Readonly<z.infer<typeof municipalityOfListSchema>>
export type ListedCountry = Readonly<z.infer<typeof countryOfListSchema>>
