import { z } from 'zod'
import { nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'

/** `idMuniCore`: a positive integer, id of the municipality in the management system. */
export const idMuniCoreSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** `areaInfo`: name and id of the first area, copied for lists. */
export const areaInfoSchema = z.object({
  nombre: nameSchema.describe('name of the area'),
  id: z.string().max(64).optional().describe('last segment of its path'),
})
export type AreaInfo = DeepReadonly<z.infer<typeof areaInfoSchema>>

/** `municipioInfo`: name and management id of the municipality, copied for lists. */
export const municipioInfoSchema = z.object({
  nombre: nameSchema.describe('name of the municipality'),
  idMuniCore: idMuniCoreSchema.optional().describe('id in the management system'),
})
export type MunicipioInfo = DeepReadonly<z.infer<typeof municipioInfoSchema>>
