import { z } from 'zod'
import { CITIZEN_ACCESS, PUBLIC_ACCESS, requireRight, ACTION_RIGHTS } from '../../access/index.ts'
import {
  citizenFormSchema,
  citizenLoginReplySchema,
  citizenLoginSchema,
  citizenTokenCallSchema,
  citizenTokenReplySchema,
  citizenVisitSchema,
  ownAnswerSchema,
  ownAnswersSchema,
  permitCallSchema,
  permitReplySchema,
  withdrawalRequestSchema,
} from '../portal-api.ts'
import { answerIdSchema, templateIdSchema } from '../../kernel/ids.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const getCitizenLoginWithOaToken = {
  method: 'POST',
  path: '/getCitizenLoginWithOaToken',
  access: PUBLIC_ACCESS,
  always: 'signs in',
  body: citizenLoginSchema,
  reply: citizenLoginReplySchema,
  summary: 'Signs a citizen in with a token of the citizen portal or of a link to one answer; each token works once',
} as const satisfies Endpoint

export const getCitizenOAToken = {
  method: 'POST',
  convention: 'callable',
  path: '/getCitizenOAToken',
  access: requireRight(ACTION_RIGHTS.requestChanges, 'respuesta'),
  body: citizenTokenCallSchema,
  reply: citizenTokenReplySchema,
  summary: 'The token of a link with which a citizen answers one correction request; recorded in the audit log',
} as const satisfies Endpoint

export const readCitizenVisit = {
  method: 'GET',
  path: '/citizen/session',
  access: CITIZEN_ACCESS,
  reply: citizenVisitSchema,
  summary: 'The signed-in citizen and the idle timeout of their session, which this request extends',
} as const satisfies Endpoint

export const endCitizenVisit = {
  method: 'DELETE',
  path: '/citizen/session',
  access: CITIZEN_ACCESS,
  reply: 'nothing',
  summary: "Ends a citizen's session",
} as const satisfies Endpoint

export const readCitizenForm = {
  method: 'GET',
  path: '/citizen/forms/:id',
  access: CITIZEN_ACCESS,
  params: z.object({ id: templateIdSchema }),
  missing: 'template.missing',
  reply: citizenFormSchema,
  summary: 'A form for a citizen of the portal, and whether they may answer it',
} as const satisfies Endpoint

export const givePermit = {
  method: 'POST',
  path: '/citizen/permits',
  access: CITIZEN_ACCESS,
  body: permitCallSchema,
  reply: permitReplySchema,
  summary: 'A permit for a device to send one change of one answer within seven days, even after the session has ended',
} as const satisfies Endpoint

export const listOwnAnswers = {
  method: 'GET',
  path: '/citizen/answers',
  access: CITIZEN_ACCESS,
  reply: ownAnswersSchema,
  topic: 'answers',
  summary: "The citizen's own answers, newest first",
} as const satisfies Endpoint

export const readOwnAnswer = {
  method: 'GET',
  path: '/citizen/answers/:id',
  access: CITIZEN_ACCESS,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.not-of-citizen',
  reply: ownAnswerSchema,
  topic: 'answers',
  summary: "One of the citizen's answers, with its version of the form",
} as const satisfies Endpoint

export const readOwnAnswerFile = {
  method: 'GET',
  path: '/citizen/answers/:id/files/:sha256',
  access: CITIZEN_ACCESS,
  params: z.object({ id: answerIdSchema, sha256: z.string() }),
  missing: 'answer.not-of-citizen',
  reply: 'stream',
  summary: 'A file of the answer; supports requests for one byte range',
} as const satisfies Endpoint

export const withdrawOwnAnswer = {
  method: 'POST',
  path: '/citizen/answers/:id/withdraw',
  access: CITIZEN_ACCESS,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.not-of-citizen',
  body: withdrawalRequestSchema,
  reply: 'nothing',
  topic: 'answers',
  summary: 'Withdraws an answer that staff have not begun to process',
} as const satisfies Endpoint
