import { z } from 'zod'
import { requireRight } from '../access/index.ts'
import { userIdSchema } from '../kernel/ids.ts'
import { LANGUAGES } from '../kernel/limits.ts'
import {
  exportedUsersSchema,
  usersExportSchema,
  usersImportReplySchema,
  usersImportSchema,
  invitationRequestSchema,
  userCreatedSchema,
  userCreationSchema,
  userReplySchema,
  usersPageSchema,
  usersQuerySchema,
} from './users-api.ts'
import { userEditSchema } from './user-rules.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

/** Endpoints check each user individually; supervisors get user.missing for users of other municipalities. */
const usersEndpoint = { access: requireRight('manage', 'usuario_municipio'), topic: 'users' } as const
const userEndpoint = {
  ...usersEndpoint,
  params: z.object({ id: userIdSchema }),
  missing: 'user.missing',
  reply: userReplySchema,
} as const

export const listUsers = {
  ...usersEndpoint,
  method: 'GET',
  path: '/users',
  query: usersQuerySchema,
  reply: usersPageSchema,
  summary: 'Users in the requested order, searched by parts of words; each page starts where the previous one ended',
} as const satisfies Endpoint

export const readUser = {
  ...userEndpoint,
  fresh: true,
  method: 'GET',
  path: '/users/:id',
  summary: 'One user',
} as const satisfies Endpoint

export const createUser = {
  ...usersEndpoint,
  confirms: true,
  method: 'POST',
  path: '/users',
  body: userCreationSchema,
  maxBytes: 96 * 1024,
  reply: userCreatedSchema,
  summary: 'Creates a user whose username the management system knows. Repeating the request creates no second one',
} as const satisfies Endpoint

export const editUser = {
  ...userEndpoint,
  confirms: true,
  method: 'PUT',
  path: '/users/:id',
  body: userEditSchema,
  maxBytes: 96 * 1024,
  summary: 'Changes a user; refused if someone else has changed them since',
} as const satisfies Endpoint

export const deactivateUser = {
  ...userEndpoint,
  method: 'POST',
  path: '/users/:id/deactivate',
  summary: 'Deactivates a user: their sessions end, and answers that their devices still send are held',
} as const satisfies Endpoint

export const reactivateUser = {
  ...userEndpoint,
  method: 'POST',
  path: '/users/:id/reactivate',
  summary: 'Reactivates a user, who has to sign in again',
} as const satisfies Endpoint

export const inviteUser = {
  ...userEndpoint,
  method: 'POST',
  path: '/users/:id/invite',
  body: invitationRequestSchema,
  summary: 'Sends a user another link to choose a password',
} as const satisfies Endpoint

export const resetFactors = {
  ...userEndpoint,
  confirms: true,
  method: 'DELETE',
  path: '/users/:id/factors',
  query: z.object({ language: z.enum(LANGUAGES).default('en') }),
  summary:
    'Removes the second factors of a user who has lost them; their sessions end, and their password alone signs in',
} as const satisfies Endpoint

export const importUsers = {
  ...usersEndpoint,
  confirms: true,
  method: 'POST',
  path: '/users/import',
  body: usersImportSchema,
  maxBytes: 512 * 1024,
  reply: usersImportReplySchema,
  summary:
    'Creates and changes users line by line, or previews the result of each line. Repeating the request changes nothing',
} as const satisfies Endpoint

export const exportUsers = {
  access: usersEndpoint.access,
  method: 'POST',
  path: '/users/export',
  body: usersExportSchema,
  reply: exportedUsersSchema,
  summary: "A page of the users' export; recorded in the audit log",
} as const satisfies Endpoint
