import { z } from 'zod'
import { CITIZEN, PUBLIC, right, RIGHT_TO } from '../../access/index.ts'
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
  withdrawSchema,
} from '../portal-api.ts'
import { answerIdSchema, templateIdSchema } from '../../kernel/ids.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

export const getCitizenLoginWithOaToken = {
  method: 'POST',
  path: '/getCitizenLoginWithOaToken',
  access: PUBLIC,
  always: 'signs in',
  body: citizenLoginSchema,
  reply: citizenLoginReplySchema,
  summary: 'Lets a citizen in by a token of the portal, or by a link of ours; uses it up',
} as const satisfies Endpoint

export const getCitizenOAToken = {
  method: 'POST',
  convention: 'callable',
  path: '/getCitizenOAToken',
  access: right(RIGHT_TO.requestChanges, 'respuesta'),
  body: citizenTokenCallSchema,
  reply: citizenTokenReplySchema,
  summary: 'The token of a link by which a citizen corrects what one request asks for; noted in the log',
} as const satisfies Endpoint

export const readCitizenVisit = {
  method: 'GET',
  path: '/citizen/session',
  access: CITIZEN,
  reply: citizenVisitSchema,
  summary: 'Which citizen is here, and how long they may rest; asking goes on with their session',
} as const satisfies Endpoint

export const endCitizenVisit = {
  method: 'DELETE',
  path: '/citizen/session',
  access: CITIZEN,
  reply: 'nothing',
  summary: "Ends a citizen's session",
} as const satisfies Endpoint

export const readCitizenForm = {
  method: 'GET',
  path: '/citizen/forms/:id',
  access: CITIZEN,
  params: z.object({ id: templateIdSchema }),
  missing: 'template.missing',
  reply: citizenFormSchema,
  summary: 'A form of the portal as a citizen answers it, and whether it takes an answer of theirs',
} as const satisfies Endpoint

export const givePermit = {
  method: 'POST',
  path: '/citizen/permits',
  access: CITIZEN,
  body: permitCallSchema,
  reply: permitReplySchema,
  summary: 'What lets a device send this one change of this one answer for seven days, also when the session is over',
} as const satisfies Endpoint

export const listOwnAnswers = {
  method: 'GET',
  path: '/citizen/answers',
  access: CITIZEN,
  reply: ownAnswersSchema,
  topic: 'answers',
  summary: "A citizen's own answers, the newest first",
} as const satisfies Endpoint

export const readOwnAnswer = {
  method: 'GET',
  path: '/citizen/answers/:id',
  access: CITIZEN,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.not-of-citizen',
  reply: ownAnswerSchema,
  topic: 'answers',
  summary: 'One of them, with the form that it was answered with',
} as const satisfies Endpoint

export const readOwnAnswerFile = {
  method: 'GET',
  path: '/citizen/answers/:id/files/:sha256',
  access: CITIZEN,
  params: z.object({ id: answerIdSchema, sha256: z.string() }),
  missing: 'answer.not-of-citizen',
  reply: 'stream',
  summary: 'A file that it names; single ranges',
} as const satisfies Endpoint

export const withdrawOwnAnswer = {
  method: 'POST',
  path: '/citizen/answers/:id/withdraw',
  access: CITIZEN,
  params: z.object({ id: answerIdSchema }),
  missing: 'answer.not-of-citizen',
  body: withdrawSchema,
  reply: 'nothing',
  topic: 'answers',
  summary: 'Takes back an answer that nobody has begun to work on',
} as const satisfies Endpoint
