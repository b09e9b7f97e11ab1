import { z } from 'zod'
import { PUBLIC_ACCESS, requireRight } from '../../access/index.ts'
import { exportBatchSchema, exportCallSchema } from '../../exports/export-call.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { countriesSchema } from '../../places/countries-api.ts'
import {
  agendasCallSchema,
  agendasSchema,
  bookingCodeCallSchema,
  bookingCodeSchema,
  incidentTypeCallSchema,
  incidentTypeSchema,
  muniCoreAreasCallSchema,
  muniCoreAreasSchema,
} from '../../templates/connector-calls.ts'
import { verifiedUserSchema, verifyUserCallSchema } from '../../users/users-api.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/**
 * Calls of the specification (parts 1 and 2, point 7), with its names. `body` is sent as `data`, `reply` as `result`.
 */
const call = { method: 'POST', convention: 'callable' } as const
const byAuthors = { ...call, access: requireRight(['create', 'update'], 'formulario') } as const

export const getServerTime = {
  ...call,
  path: '/getServerTime',
  always: 'reads',
  access: PUBLIC_ACCESS,
  body: z.unknown(),
  reply: z.object({ serverTime: instantSchema }),
  summary: "The server's clock",
} as const satisfies Endpoint

export const getListaPaises = {
  ...call,
  path: '/getListaPaises',
  always: 'reads',
  access: requireRight('manage', 'usuario_municipio'),
  body: z.unknown(),
  reply: countriesSchema,
  summary: 'Countries with their provinces, municipalities and areas',
} as const satisfies Endpoint

export const verifyMuniCoreUser = {
  ...call,
  path: '/verifyMuniCoreUser',
  always: 'reads',
  access: requireRight('manage', 'usuario_municipio'),
  body: verifyUserCallSchema,
  reply: verifiedUserSchema,
  messages: { 'user.exists': 'muni username exists', 'user.check-failed': 'municore backend error' },
  summary: 'Whether a user may be created with this username: it is free here, and the management system knows it',
} as const satisfies Endpoint

export const getMuniCoreAreas = {
  ...byAuthors,
  path: '/getMuniCoreAreas',
  always: 'reads',
  body: muniCoreAreasCallSchema,
  reply: muniCoreAreasSchema,
  summary: 'Areas of the management system for one of its users',
} as const satisfies Endpoint

export const createTipoIncidencia = {
  ...byAuthors,
  path: '/createTipoIncidencia',
  body: incidentTypeCallSchema,
  reply: incidentTypeSchema,
  summary: 'Creates an incident type in the management system',
} as const satisfies Endpoint

export const getTurneroGroupProcedure = {
  ...byAuthors,
  path: '/getTurneroGroupProcedure',
  always: 'reads',
  body: agendasCallSchema,
  reply: agendasSchema,
  summary: 'Appointment calendars of a municipality in the booking product',
} as const satisfies Endpoint

export const getTurneroEncryptCode = {
  ...call,
  path: '/getTurneroEncryptCode',
  always: 'reads',
  access: PUBLIC_ACCESS,
  body: bookingCodeCallSchema,
  reply: bookingCodeSchema,
  summary:
    'Data for opening the booking page after an answer; for users who may read it, or, if the form is public, anyone who knows its id',
} as const satisfies Endpoint

export const generateCsv = {
  ...call,
  path: '/generateCsv',
  access: requireRight('read', 'respuesta'),
  body: exportCallSchema,
  reply: exportBatchSchema,
  topic: 'audit',
  summary: "Answers that match the filters of a form's list, in batches; the first batch is recorded in the audit log",
} as const satisfies Endpoint
