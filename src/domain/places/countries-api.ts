import { z } from 'zod'
import { areaPathSchema, countryPathSchema, municipalityPathSchema, provincePathSchema } from '../kernel/paths.ts'

/** `POST /api/getListaPaises` (part 1, point 7): tree of places, by name. `ref`: path; `id`: its last segment. */
const named = { id: z.string(), nombre: z.string() }

const areaNodeSchema = z.object({ ref: areaPathSchema, ...named })
const municipalityNodeSchema = z.object({
  ref: municipalityPathSchema,
  ...named,
  /** missing: not linked to the management system */
  idMuniCore: z.int().optional(),
  usarAWS: z.boolean(),
  areas: z.array(areaNodeSchema),
})
const provinceNodeSchema = z.object({
  ref: provincePathSchema,
  ...named,
  municipios: z.array(municipalityNodeSchema),
})
const countryNodeSchema = z.object({
  ref: countryPathSchema,
  ...named,
  provincias: z.array(provinceNodeSchema),
})
export const countriesSchema = z.array(countryNodeSchema)

export type ListedMunicipality = Readonly<z.infer<typeof municipalityNodeSchema>>
export type ListedCountry = Readonly<z.infer<typeof countryNodeSchema>>
