import { z } from 'zod'
import { oversight, right } from '../../access/index.ts'
import {
  createCitizenCallSchema,
  createCitizenReplySchema,
  getCitizenByHashCallSchema,
  getCitizenByHashReplySchema,
  getCitizenCallSchema,
  getCitizenReplySchema,
} from '../registry-calls.ts'
import { settledSchema, settleSchema, unsettledPageSchema, unsettledQuerySchema } from '../unsettled-api.ts'
import { answerIdSchema } from '../../kernel/ids.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/**
 * Calls of the specification (part 3, point 7), rate-limited: users who may answer a municipality's forms may query its
 * registry.
 */
const call = { method: 'POST', convention: 'callable', access: right('create', 'respuesta') } as const

export const getCitizen = {
  ...call,
  path: '/getCitizen',
  body: getCitizenCallSchema,
  reply: getCitizenReplySchema,
  summary: 'Looks somebody up in the citizen registry by their number; each look is noted in the log',
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
  summary: 'Whom the hash in the address of a form stands for',
} as const satisfies Endpoint

export const listUnsettled = {
  method: 'GET',
  path: '/citizens/unsettled',
  access: oversight('held'),
  query: unsettledQuerySchema,
  reply: unsettledPageSchema,
  topic: 'citizens',
  summary: 'Citizens of answers, typed in by hand, whom the registry could not tell, the oldest first',
} as const satisfies Endpoint

export const settleCitizen = {
  method: 'POST',
  path: '/citizens/:id/settle',
  access: oversight('held'),
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.missing',
  body: settleSchema,
  reply: settledSchema,
  topic: 'citizens',
  summary: 'Decides who the citizen of an answer is; asked again, 409',
} as const satisfies Endpoint
