import { z } from 'zod'
import { userIdSchema, type UserId } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../../kernel/paths.ts'
import { boundedList, nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { roleSchema } from './role.ts'

/**
 * Document `usuarios/{id}`. Passwords are stored separately (`credentials/{id}`), so that user documents can be shown.
 */
export const userSchema = z.object({
  // The id `public` is reserved: it is the author of answers without an account.
  id: userIdSchema.refine((id) => id !== 'public').describe('id of the user and of the document'),
  userMuniCore: nameSchema.toLowerCase().describe('username in the management system, lower case'),
  lowercase_username: nameSchema.toLowerCase().describe('the same username, for older queries'),
  email: z.email().max(254).toLowerCase().describe('address that the user signs in with, lower case'),
  firstName: nameSchema.describe('first name'),
  lastName: nameSchema.describe('last name'),
  nombre: nameSchema.optional().describe('display name, if it differs from first and last name'),
  inspectorID: nameSchema.default('').describe('staff number (Legajo) of an inspector'),
  roles: z.tuple([roleSchema]).readonly().describe("the user's role"),
  areas: boundedList(areaPathSchema, 500).describe("the user's areas; a user without areas cannot sign in"),
  providerId: nameSchema
    .default('password')
    .describe('source of the identity: password, or the single sign-on provider'),
  municipalityPath: municipalityPathSchema.describe('municipality of the user'),
  areasPath: boundedList(areaPathSchema, 500)
    .optional()
    .describe('areas as path strings, in older documents; `areas` takes precedence'),
  lastUpdate: instantSchema.optional().describe('when the user was last edited'),
  lastUpdateBy: nameSchema.optional().describe('username of the last person who edited the user'),
  ultimoAcceso: instantSchema.optional().describe('last sign-in'),
  deactivatedAt: instantSchema.optional().describe('when the user was deactivated; their work remains theirs'),
})
export type User = DeepReadonly<z.infer<typeof userSchema>>

/**
 * Document `names/{kind}~{name}`: user who has a username or email address. Missing for older users, who are found by
 * search.
 */
export type UserNameReservation = { readonly user: UserId }
