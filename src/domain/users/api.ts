import { z } from 'zod'
import { right } from '../access/index.ts'
import { userIdSchema } from '../kernel/ids.ts'
import { LANGUAGES } from '../kernel/limits.ts'
import {
  exportedUsersSchema,
  usersExportSchema,
  usersImportedSchema,
  usersImportSchema,
  invitingSchema,
  userCreatedSchema,
  userCreationSchema,
  userReplySchema,
  usersPageSchema,
  usersQuerySchema,
} from './users-api.ts'
import { userEditSchema } from './user-rules.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

/** Each user is checked individually; users of other municipalities do not exist for supervisors. */
const ofUsers = { access: right('manage', 'usuario_municipio'), topic: 'users' } as const
const one = {
  ...ofUsers,
  params: z.object({ id: userIdSchema }),
  missing: 'user.missing',
  reply: userReplySchema,
} as const

export const listUsers = {
  ...ofUsers,
  method: 'GET',
  path: '/users',
  query: usersQuerySchema,
  reply: usersPageSchema,
  summary: 'Users, found by the beginnings of words, in the order that is asked for; a page begins where another ended',
} as const satisfies Endpoint

export const readUser = {
  ...one,
  method: 'GET',
  path: '/users/:id',
  summary: 'One user',
} as const satisfies Endpoint

export const createUser = {
  ...ofUsers,
  confirms: true,
  method: 'POST',
  path: '/users',
  body: userCreationSchema,
  mostBytes: 96 * 1024,
  reply: userCreatedSchema,
  summary:
    'Creates a user, after the management system has said that it knows the username; the same sent twice is one user',
} as const satisfies Endpoint

export const editUser = {
  ...one,
  confirms: true,
  method: 'PUT',
  path: '/users/:id',
  body: userEditSchema,
  mostBytes: 96 * 1024,
  summary: 'Changes a user over what the editor began with',
} as const satisfies Endpoint

export const deactivateUser = {
  ...one,
  method: 'POST',
  path: '/users/:id/deactivate',
  summary: 'Switches a user off: sessions end, and what they captured is taken and held',
} as const satisfies Endpoint

export const reactivateUser = {
  ...one,
  method: 'POST',
  path: '/users/:id/reactivate',
  summary: 'Switches a user on again; they sign in anew',
} as const satisfies Endpoint

export const inviteUser = {
  ...one,
  method: 'POST',
  path: '/users/:id/invite',
  body: invitingSchema,
  summary: 'Sends a user a link to choose a password, once more',
} as const satisfies Endpoint

export const resetFactors = {
  ...one,
  confirms: true,
  method: 'DELETE',
  path: '/users/:id/factors',
  query: z.object({ language: z.enum(LANGUAGES).default('en') }),
  summary: 'Takes the second factors of somebody who has lost them; their sessions end, and their password signs in',
} as const satisfies Endpoint

export const importUsers = {
  ...ofUsers,
  confirms: true,
  method: 'POST',
  path: '/users/import',
  body: usersImportSchema,
  mostBytes: 512 * 1024,
  reply: usersImportedSchema,
  summary:
    'Creates and changes users line by line, or says what would become of each line; the same sent again changes nothing',
} as const satisfies Endpoint

export const exportUsers = {
  access: ofUsers.access,
  method: 'POST',
  path: '/users/export',
  body: usersExportSchema,
  reply: exportedUsersSchema,
  summary: 'A stretch of the users, to be taken away; noted in the log',
} as const satisfies Endpoint
