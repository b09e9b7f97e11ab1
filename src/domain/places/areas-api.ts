import { z } from 'zod'
import { renamingSchema } from './documents/location.ts'
import { createdAreaIdSchema } from '../kernel/ids.ts'
import { areaPathSchema, municipalityPathSchema } from '../kernel/paths.ts'
import { pageCursorSchema } from './page-places.ts'

const areaNameSchema = z.string().max(255)

/** `GET /api/areas`. `search`: parts of the name's words. */
export const areasQuerySchema = z.object({
  search: z.string().max(200).optional(),
  after: pageCursorSchema.optional(),
  before: pageCursorSchema.optional(),
})
export type AreasQuery = z.infer<typeof areasQuerySchema>

/** Area with the names of its parents. */
const listedAreaSchema = z.object({
  path: areaPathSchema,
  id: z.string(),
  nombre: z.string(),
  municipio: z.string(),
  provincia: z.string(),
  pais: z.string(),
  /** progress of updating the area's name in its forms */
  renaming: renamingSchema.optional(),
})
export type ListedArea = Readonly<z.infer<typeof listedAreaSchema>>

export const areasPageSchema = z.object({
  areas: z.array(listedAreaSchema),
  /** missing during a search */
  total: z.int().min(0).optional(),
  next: pageCursorSchema.optional(),
  previous: pageCursorSchema.optional(),
})
export type AreasPage = z.infer<typeof areasPageSchema>

/** `POST /api/areas`. The id is generated on the device, so that a repeated request creates only one area. */
export const areaCreationSchema = z.strictObject({
  id: createdAreaIdSchema,
  municipality: municipalityPathSchema,
  nombre: areaNameSchema,
})
export type AreaCreation = Readonly<z.infer<typeof areaCreationSchema>>

/** `PUT /api/areas`. */
export const areaRenameSchema = z.strictObject({ path: areaPathSchema, nombre: areaNameSchema })
export type AreaRename = Readonly<z.infer<typeof areaRenameSchema>>

export const areaReplySchema = z.object({ area: listedAreaSchema })

export const areaQuerySchema = z.object({ area: areaPathSchema })
export const areaDeletionRequestSchema = z.strictObject({ area: areaPathSchema })

/** A user of an area. */
const areaUserSchema = z.object({ userMuniCore: z.string(), email: z.string(), nombre: z.string() })
export type AreaUser = Readonly<z.infer<typeof areaUserSchema>>
/** `GET /api/areas/users`: the first users of an area, and the number of all its users. */
export const areaUsersSchema = z.object({ users: z.array(areaUserSchema), total: z.int().min(0) })

/**
 * Use of an area. Obstacles to deleting it are forms, or users without another area (part 1, point 4). `free`: no
 * obstacles; `users` is the number of users who would lose the area.
 */
export const areaUseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('forms'), forms: z.int().min(1) }),
  z.object({ kind: z.literal('only-area'), users: z.array(areaUserSchema), total: z.int().min(1) }),
  z.object({ kind: z.literal('free'), users: z.int().min(0) }),
])
export type AreaUsage = Readonly<z.infer<typeof areaUseSchema>>

/** `POST /api/areas/delete`: `free` means that the area was deleted. */
export const areaDeletionReplySchema = z.object({ use: areaUseSchema })
