import { z } from 'zod'
import { roleSchema } from './documents/role.ts'
import { userRequestSchema } from '../sessions/documents/sso.ts'
import { userSchema } from './documents/user.ts'
import { createdUserIdSchema, userIdSchema } from '../kernel/ids.ts'
import { LANGUAGES } from '../kernel/limits.ts'
import { areaPathSchema, municipalityPathSchema } from '../kernel/paths.ts'
import { problemSchema } from '../kernel/problem.ts'
import { newUserSchema } from './user-rules.ts'

/** Sort orders of lists of users. */
export const USER_SORT_ORDERS = ['email', 'username', 'role', 'updated'] as const
export type UserSortOrder = (typeof USER_SORT_ORDERS)[number]

/** Account states by which lists can be filtered. */
export const USER_STATES = ['active', 'deactivated'] as const

/** Cursor of a page: user after whom the page starts (`after`), or before whom it ends (`before`). */
const placeSchema = z.string().min(1).max(600)

/**
 * Filters of lists and exports of users. `search`: each word must be part of a word of name, username, staff number or
 * email.
 */
const usersFilterShape = {
  search: z.string().max(200).optional(),
  municipality: municipalityPathSchema.optional(),
  role: roleSchema.optional(),
  area: areaPathSchema.optional(),
  state: z.enum(USER_STATES).optional(),
}

/** Query of `GET /api/users`. */
export const usersQuerySchema = z.object({
  ...usersFilterShape,
  order: z.enum(USER_SORT_ORDERS).default('email'),
  descending: z.literal('1').optional(),
  after: placeSchema.optional(),
  before: placeSchema.optional(),
})
export type UsersQuery = z.infer<typeof usersQuerySchema>

/** A user as shown in lists and dialogs. */
export const listedUserSchema = userSchema
  .pick({
    email: true,
    userMuniCore: true,
    firstName: true,
    lastName: true,
    inspectorID: true,
    lastUpdate: true,
    lastUpdateBy: true,
    ultimoAcceso: true,
    deactivatedAt: true,
  })
  .extend({
    id: userIdSchema,
    role: roleSchema,
    municipality: z.object({ path: municipalityPathSchema, nombre: z.string() }),
    /** `nombre` is missing for deleted areas */
    areas: z.array(z.object({ path: areaPathSchema, nombre: z.string() })),
  })
export type ListedUser = Readonly<z.infer<typeof listedUserSchema>>

/** `total`: number of users that match the filters; missing if there is a `search`. */
export const usersPageSchema = z.object({
  users: z.array(listedUserSchema),
  total: z.int().min(0).optional(),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
})
export type UsersPage = z.infer<typeof usersPageSchema>

/**
 * Body of `POST /api/users`. The id is generated on the device, so that retries create only one user. `language`:
 * language of the invitation; `request`: account request of the provider's user who gets the account.
 */
export const userCreationSchema = z.strictObject({
  id: createdUserIdSchema,
  user: newUserSchema,
  language: z.enum(LANGUAGES),
  request: userRequestSchema.shape.id.optional(),
})
export type UserCreation = Readonly<z.infer<typeof userCreationSchema>>

/** Body of `POST /api/users/{id}/invite`. */
export const invitationRequestSchema = z.strictObject({ language: z.enum(LANGUAGES) })

export const userReplySchema = z.object({ user: listedUserSchema })

export const userCreatedSchema = userReplySchema.extend({
  link: z
    .string()
    .optional()
    .describe('path of the one-time link for choosing a password, if there is no mail server to send it'),
})

/** Data of the call `verifyMuniCoreUser` (part 1, point 7). */
export const verifyUserCallSchema = z.strictObject({
  userMuniCore: z.string().max(255),
  idMunicipioMuniCore: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  useAWS: z.boolean(),
})
/** `result` false: the management system has no user with this name in this municipality */
export const verifiedUserSchema = z.object({ result: z.boolean() })

/** Maximum lines per import request. Lines are independent, so an interrupted import can be repeated. */
export const MAX_IMPORT_LINES = 25
const cellSchema = z.string().max(255)

/**
 * Line of an import file, as written. `municipality`: path, name, or id in the management system; empty: the importing
 * user's own. `areas`: names, ids or paths separated by `|`. `role`: code of a role.
 */
export const importLineSchema = z.strictObject({
  line: z.int().min(1).max(1_000_000),
  email: cellSchema,
  username: cellSchema,
  firstName: cellSchema,
  lastName: cellSchema,
  role: cellSchema,
  legajo: cellSchema,
  municipality: z.string().max(600),
  areas: z.string().max(8_000),
})
export type UserImportLine = Readonly<z.infer<typeof importLineSchema>>

/** Body of `POST /api/users/import`. `dry`: only validates, without writes and invitations. */
export const usersImportSchema = z.strictObject({
  dry: z.boolean(),
  language: z.enum(LANGUAGES),
  lines: z.array(importLineSchema).min(1).max(MAX_IMPORT_LINES),
})

/** Outcome of one line. */
const importedLineSchema = z.discriminatedUnion('kind', [
  z.object({ line: z.int(), kind: z.literal('created') }),
  z.object({ line: z.int(), kind: z.literal('changed'), fields: z.array(z.string()) }),
  z.object({ line: z.int(), kind: z.literal('same') }),
  z.object({ line: z.int(), kind: z.literal('refused'), problem: problemSchema }),
])
export type ImportedUserLine = Readonly<z.infer<typeof importedLineSchema>>
export const usersImportReplySchema = z.object({ lines: z.array(importedLineSchema) })

/**
 * Body of `POST /api/users/export`: one batch of the list, by email address. Each export is recorded in the audit log.
 */
export const usersExportSchema = z.strictObject({
  sought: z.strictObject({ ...usersFilterShape, after: placeSchema.optional() }),
})
export const exportedUsersSchema = z.object({ users: z.array(listedUserSchema), next: placeSchema.optional() })
