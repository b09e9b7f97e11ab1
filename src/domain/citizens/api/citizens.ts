import { z } from 'zod'
import { requireSupervision, requireRight } from '../../access/index.ts'
import {
  createCitizenCallSchema,
  createCitizenReplySchema,
  getCitizenByHashCallSchema,
  getCitizenByHashReplySchema,
  getCitizenCallSchema,
  getCitizenReplySchema,
} from '../registry-calls.ts'
import {
  settledCitizenSchema,
  settleRequestSchema,
  unsettledPageSchema,
  unsettledQuerySchema,
} from '../unsettled-api.ts'
import { answerIdSchema } from '../../kernel/ids.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/**
 * Calls of the specification (part 3, point 7), rate-limited: users who may answer a municipality's forms may query its
 * registry.
 */
const call = { method: 'POST', convention: 'callable', access: requireRight('create', 'respuesta') } as const

export const getCitizen = {
  ...call,
  path: '/getCitizen',
  body: getCitizenCallSchema,
  reply: getCitizenReplySchema,
  summary: 'Finds a citizen in the registry by ID number; each look-up is recorded in the audit log',
} as const satisfies Endpoint

export const createCitizen = {
  ...call,
  path: '/createCitizen',
  body: createCitizenCallSchema,
  reply: createCitizenReplySchema,
  summary: 'Creates a person or a legal entity in the citizen registry',
} as const satisfies Endpoint

export const getCitizenByHash = {
  ...call,
  path: '/getCitizenByHash',
  body: getCitizenByHashCallSchema,
  reply: getCitizenByHashReplySchema,
  summary: "The citizen for the hash in a form's URL",
} as const satisfies Endpoint

export const listUnsettled = {
  method: 'GET',
  path: '/citizens/unsettled',
  access: requireSupervision('held'),
  query: unsettledQuerySchema,
  reply: unsettledPageSchema,
  topic: 'citizens',
  summary: 'Citizens entered by hand whom the registry could not identify, oldest first',
} as const satisfies Endpoint

export const settleCitizen = {
  method: 'POST',
  path: '/citizens/:id/settle',
  access: requireSupervision('held'),
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  body: settleRequestSchema,
  reply: settledCitizenSchema,
  topic: 'citizens',
  summary: 'Decides who the citizen of an answer is; 409 if already decided',
} as const satisfies Endpoint
