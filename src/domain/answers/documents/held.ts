import { z } from 'zod'
import { answerIdSchema, mutationIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../../kernel/paths.ts'
import { problemSchema } from '../../kernel/problem.ts'
import { answerSchema } from './answer.ts'
import { boundedList, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { madeBySchema } from './change-request.ts'

export const MAX_DISCARD_REASON_LENGTH = 2000

/**
 * Outcome of a held answer: `waiting`, then `accepted` (stored as an answer with a code) or `discarded`. A decision is
 * final, because the author may already have read it.
 */
export const heldOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting').describe('not decided yet') }),
  z.object({
    kind: z.literal('accepted').describe('accepted as an answer'),
    code: z.string().max(64).describe('code of the accepted answer'),
    by: madeBySchema.describe('who accepted it'),
    at: instantSchema.describe('when it was accepted'),
  }),
  z.object({
    kind: z.literal('discarded').describe('discarded'),
    reason: z.string().max(MAX_DISCARD_REASON_LENGTH).describe('reason, shown to the author of the answer'),
    by: madeBySchema.describe('who discarded it'),
    at: instantSchema.describe('when it was discarded'),
  }),
])
export type HeldOutcome = DeepReadonly<z.infer<typeof heldOutcomeSchema>>

/** `held/{answerId}`: an answer that was not accepted on arrival and waits for a supervisor. It has no code yet. */
export const heldAnswerSchema = z.object({
  id: answerIdSchema.describe('id of the answer'),
  mutation: mutationIdSchema.describe('id of the mutation that submitted the answer'),
  answer: answerSchema.describe('the complete answer as it arrived; kept as evidence after the decision'),
  reason: problemSchema.describe('why it is held'),
  at: instantSchema.describe('when it arrived'),
  areas: boundedList(areaPathSchema, 500).describe('areas of the answer, copied for lists'),
  municipality: municipalityPathSchema.describe('municipality of the answer, copied for lists'),
  outcome: heldOutcomeSchema.describe("the supervisor's decision"),
})
export type HeldAnswer = DeepReadonly<z.infer<typeof heldAnswerSchema>>
