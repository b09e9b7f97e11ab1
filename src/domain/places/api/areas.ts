import { requireRight } from '../../access/index.ts'
import {
  areaCreationSchema,
  areaDeletionReplySchema,
  areaDeletionRequestSchema,
  areaQuerySchema,
  areaRenameSchema,
  areaReplySchema,
  areasPageSchema,
  areasQuerySchema,
  areaUseSchema,
  areaUsersSchema,
} from '../areas-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/**
 * Access to areas. Managers of a municipality's users may see its areas; only administrators change them (part 1, point
 * 2).
 */
const topic = 'areas'
const administratorAccess = { access: requireRight('manage', 'usuario'), topic } as const

export const listAreas = {
  method: 'GET',
  path: '/areas',
  access: requireRight('manage', 'usuario_municipio'),
  topic,
  query: areasQuerySchema,
  reply: areasPageSchema,
  summary: 'Areas by name, 15 per page, searched by parts of words; each page starts where the previous one ended',
} as const satisfies Endpoint

export const createArea = {
  ...administratorAccess,
  method: 'POST',
  path: '/areas',
  body: areaCreationSchema,
  reply: areaReplySchema,
  summary: 'Creates an area. Repeating the request creates no second one',
} as const satisfies Endpoint

export const renameArea = {
  ...administratorAccess,
  method: 'PUT',
  path: '/areas',
  body: areaRenameSchema,
  reply: areaReplySchema,
  summary: 'Renames an area. Its forms show the new name shortly after, without a new version',
} as const satisfies Endpoint

export const listAreaUsers = {
  ...administratorAccess,
  method: 'GET',
  path: '/areas/users',
  query: areaQuerySchema,
  reply: areaUsersSchema,
  summary: 'Users of an area',
} as const satisfies Endpoint

export const readAreaUse = {
  ...administratorAccess,
  method: 'GET',
  path: '/areas/use',
  query: areaQuerySchema,
  reply: areaUseSchema,
  summary: 'What prevents deleting an area',
} as const satisfies Endpoint

export const deleteArea = {
  ...administratorAccess,
  method: 'POST',
  path: '/areas/delete',
  body: areaDeletionRequestSchema,
  reply: areaDeletionReplySchema,
  summary: 'Deletes an area and removes it from all users, or lists what prevents that',
} as const satisfies Endpoint
